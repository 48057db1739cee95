/** How this device wants the page; kept in this browser only. */

const DEFAULTS = { theme: "auto", speak: "no" };
const light = matchMedia("(prefers-color-scheme: light)");

export function preferred(name) {
  try {
    return localStorage.getItem(`dice-reader.${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

export function prefer(name, value) {
  try {
    localStorage.setItem(`dice-reader.${name}`, value);
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
  dress();
}

/** Puts the colours on. */
export function dress() {
  const theme = preferred("theme");
  const chosen = theme === "auto" ? (light.matches ? "light" : "dark") : theme;
  document.documentElement.dataset.theme = chosen;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", chosen === "light" ? "#f3f0e8" : "#0d1013");
}

light.addEventListener("change", dress);
