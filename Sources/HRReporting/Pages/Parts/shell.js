// What every page does: light and dark, the list of contents, and a page of a run that goes on loads itself again.
const Shell = (() => {
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
  // On a narrow screen the contents are folded behind a button.
  const opener = document.getElementById("contents-button");
  const contents = document.getElementById("contents");
  const showContents = (isOpen) => {
    opener.setAttribute("aria-expanded", String(isOpen));
    contents.toggleAttribute("data-open", isOpen);
  };
  if (opener && contents) {
    opener.addEventListener("click", () => showContents(!contents.hasAttribute("data-open")));
    contents.addEventListener("click", (event) => { if (event.target.closest("a")) showContents(false); });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !contents.hasAttribute("data-open")) return;
      showContents(false);
      opener.focus();
    });
  }
  // What a link leads to is opened where it is folded away.
  const unfold = (element) => {
    for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  };
  // The element that a text after "#" names; null where it names none.
  const named = (text) => { try { return document.getElementById(decodeURIComponent(text)); } catch { return null; } };
  const follow = () => unfold(named(location.hash.slice(1)));
  addEventListener("hashchange", follow);
  follow();
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
  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  // A table in a box that can be moved by keyboard; `heads` are names of columns with their classes.
  const table = (label, heads) => {
    const scroll = element("div", undefined, "scroll tall");
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", label);
    const made = element("table");
    const head = made.createTHead().insertRow();
    for (const [name, className] of heads) {
      const th = element("th", name, className);
      th.scope = "col";
      head.append(th);
    }
    scroll.append(made);
    return { scroll, body: made.createTBody() };
  };
  return { unfold, named, element, table };
})();
