// A page for whoever draws faces: positions of real matches, without a server.
import { mount } from "svelte";
import { keepSettings } from "../src/app/settings.svelte.ts";
import Dev from "./Dev.svelte";

keepSettings();
mount(Dev, { target: document.getElementById("app")! });
