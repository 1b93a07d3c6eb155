// The entry of the site.
import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./app/page.svelte.ts";
import { keepPerson } from "./app/person.svelte.ts";
import { keepSettings } from "./app/settings.svelte.ts";
import { awaitGesture } from "./app/sound.ts";

keepSettings();
keepPerson();
awaitGesture();
followLinks();
mount(App, { target: document.getElementById("app")! });
