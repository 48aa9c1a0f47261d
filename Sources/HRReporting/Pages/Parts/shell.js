// What every page does: light and dark, and a page of a run that goes on loads itself again.
(() => {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  // A page from a disk may be refused its storage; the choice then lasts as long as the page.
  const stored = () => { try { return localStorage.getItem("hreval-theme"); } catch { return null; } };
  const store = (name) => { try { localStorage.setItem("hreval-theme", name); } catch { /* see above */ } };
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches);
  const show = () => {
    if (button) button.setAttribute("aria-label", isDark() ? "Switch to light" : "Switch to dark");
  };
  const choice = stored();
  if (choice === "dark" || choice === "light") root.dataset.theme = choice;
  show();
  button?.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    store(root.dataset.theme);
    show();
    document.dispatchEvent(new Event("themechange"));
  });
  const seconds = Number(root.dataset.reload);
  if (seconds > 0) setTimeout(() => location.reload(), 1000 * seconds);
  // What a link leads to is opened where it is folded away.
  const unfold = () => {
    let element = null;
    try { element = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return; }
    for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();
  // What can be moved sideways can be moved by keyboard too.
  const reach = () => {
    for (const figure of document.querySelectorAll("figure, pre")) {
      if (figure.scrollWidth > figure.clientWidth + 1) figure.tabIndex = 0;
      else figure.removeAttribute("tabindex");
    }
  };
  addEventListener("load", reach);
  addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const one of folded) one.open = true;
  });
  addEventListener("afterprint", () => { for (const one of folded) one.open = false; });
})();
