// The entry of the site.
import { mount } from "svelte";
import App from "./App.svelte";
import { keepSettings } from "./app/settings.svelte.ts";

keepSettings();
mount(App, { target: document.getElementById("app")! });
