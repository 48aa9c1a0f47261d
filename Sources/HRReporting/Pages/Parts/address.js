// The reader's place is in the address: "#section&s=2&d=0…", the id of what the address leads to and then what is looked
// at. So it can be sent to somebody, and Back undoes a jump. The parts of the page say what of them belongs there.
const Address = (() => {
  const keepers = [];
  let section = "";
  // What the address says now. A first word without "=" names the section.
  const parsed = () => {
    const words = location.hash.slice(1).split("&");
    const isNamed = words[0] !== "" && !words[0].includes("=");
    const values = new URLSearchParams(words.slice(isNamed ? 1 : 0).join("&"));
    if (!isNamed) return { name: values.has("w") ? "window" : values.has("r") ? "rates" : "", values };
    // The link of a detector, opened in a tab of its own.
    const detector = /^detector-(\d{1,7})$/.exec(words[0]);
    if (detector) {
      values.set("d", detector[1]);
      return { name: "recordings", values };
    }
    const target = Shell.named(words[0]);
    const part = target?.closest("[data-part]");
    if (part && !values.has("s")) values.set("s", part.dataset.part);
    return { name: target?.id ?? "", values };
  };
  const text = () => {
    const values = new URLSearchParams();
    for (const keeper of keepers) keeper.write(values);
    return `#${[encodeURIComponent(section), values.toString()].filter((one) => one !== "").join("&")}`;
  };
  const folds = [...document.querySelectorAll("main details")];
  const place = () => ({ y: scrollY, open: folds.flatMap((one, index) => (one.open ? [index] : [])) });
  let waiting = 0;
  let isChanged = false;
  // An address that nobody has changed stays as it was written.
  const save = () => {
    clearTimeout(waiting);
    waiting = 0;
    history.replaceState(place(), "", isChanged ? text() : null);
    isChanged = false;
  };
  // Browsers allow only some hundred changes in half a minute; a slider makes more.
  const saveSoon = () => { waiting ||= setTimeout(save, 400); };
  const change = () => { isChanged = true; saveSoon(); };
  const arrive = () => {
    const target = document.getElementById(section);
    if (!target) return;
    Shell.unfold(target);
    target.scrollIntoView({ behavior: "instant" });
    // The keyboard goes on from there, as it does with links of a browser.
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  // One entry of the history: what `act` changes is seen at another place.
  const jump = (name, act = () => {}) => {
    save();
    act();
    Take.offerAll();
    section = name;
    arrive();
    const to = text();
    if (to !== location.hash) history.pushState(place(), "", to);
  };
  // Shows what the address says, at the height where it was left, else at the section that it names.
  const read = () => {
    const { name, values } = parsed();
    section = name;
    for (const keeper of keepers) keeper.read(values);
    // Their buttons add to the height of the page.
    Take.offerAll();
    const { y, open } = history.state ?? {};
    if (!Number.isFinite(y)) { arrive(); return; }
    if (Array.isArray(open)) folds.forEach((one, index) => { one.open = open.includes(index); });
    scrollTo({ top: y, behavior: "instant" });
  };
  // To be called when all parts of the page are there.
  const start = () => {
    // The charts change the height of the page, which the browser does not wait for.
    history.scrollRestoration = "manual";
    read();
    if (location.hash !== "") change();
    addEventListener("popstate", read);
    addEventListener("scroll", saveSoon, { passive: true });
    document.addEventListener("toggle", saveSoon, true);
    addEventListener("pagehide", save);
  };
  return { keep: (keeper) => keepers.push(keeper), change, jump, start };
})();
