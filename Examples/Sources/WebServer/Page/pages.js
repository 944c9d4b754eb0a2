// All pages one below the other: which are seen, how large, and where.

import { Text } from "/text.js";
import { Tiles } from "/tiles.js";

const gap = 14; // between pages, in pixels
const zoomPause = 120; // milliseconds after which a zoom is taken for final
const limits = { least: 0.1, most: 8 };

/// One page that is, or soon will be, in view.
class PageView {
  constructor(pages, index) {
    this.pages = pages;
    this.index = index;
    this.size = pages.sizes[index];
    this.element = document.createElement("div");
    this.element.className = "page";
    this.element.dataset.page = index;
    this.element.setAttribute("role", "region");
    this.element.setAttribute("aria-label", `Page ${index + 1}`);
    this.ink = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.ink.classList.add("ink");
    this.ink.setAttribute("viewBox", `0 0 ${this.size.width} ${this.size.height}`);
    this.element.append(this.ink);
    this.text = new Text(this.element);
    this.matches = this.#layer("matches");
    this.marks = this.#layer("marks");
    this.tiles = new Tiles(pages.connection, this.element, index, this.size, pages.tileSize);
    this.element.addEventListener("failed", (event) => this.#showFailure(event.detail));
    // What is scrolled past quickly is not worth a request for its text.
    this.timer = setTimeout(() => this.#fill(), 150);
  }

  #layer(name) {
    const element = document.createElement("div");
    element.className = name;
    this.element.append(element);
    return element;
  }

  async #fill() {
    try {
      const words = await (await this.pages.connection.get(`/pages/${this.index}/words`)).json();
      this.text.fill(words);
      this.element.dataset.words = words.length;
    } catch { /* A page without text can still be looked at. */ }
    await this.readMarks();
  }

  async readMarks() {
    try {
      const marks = await (await this.pages.connection.get(`/pages/${this.index}/marks`)).json();
      this.element.dataset.marks = marks.length;
      this.marks.replaceChildren(...marks.filter((mark) => mark.kind === "note").map((mark) => {
        const button = document.createElement("button");
        Object.assign(button.style, {
          left: `${mark.frame.x}px`, top: `${mark.frame.y}px`,
          width: `${mark.frame.width}px`, height: `${mark.frame.height}px`,
        });
        button.title = `${mark.author ?? "Somebody"}: ${mark.text ?? ""}`;
        button.setAttribute("aria-label", `Note of ${button.title}`);
        button.addEventListener("click", () => this.pages.dispatchEvent(
          new CustomEvent("note", { detail: { page: this.index, mark } })));
        return button;
      }));
    } catch { /* Read again with the next edit. */ }
  }

  #showFailure(message) {
    this.failure?.remove();
    this.failure = document.createElement("div");
    this.failure.className = "failure";
    const again = document.createElement("button");
    again.textContent = "Try again";
    again.addEventListener("click", () => this.pages.connection.send("retry", { page: this.index }));
    this.failure.append(`Page ${this.index + 1}: ${message} `, document.createElement("br"), again);
    this.element.append(this.failure);
  }

  retry() {
    this.failure?.remove();
    this.tiles.retry();
  }

  place(zoom, top, left) {
    Object.assign(this.element.style, {
      top: `${top}px`, left: `${left}px`,
      width: `${this.size.width * zoom}px`, height: `${this.size.height * zoom}px`,
    });
    this.text.zoom(zoom);
    this.matches.style.transform = this.marks.style.transform = `scale(${zoom})`;
  }

  close() {
    clearTimeout(this.timer);
    this.tiles.close();
    this.element.remove();
  }
}

export class Pages extends EventTarget {
  views = new Map();
  zoom = 1;
  zoomed = -Infinity;
  #tops = [];
  #found = null; // matches of the search

  constructor(viewport, sheet, connection) {
    super();
    Object.assign(this, { viewport, sheet, connection });
    viewport.addEventListener("scroll", () => this.#soon());
    new ResizeObserver(() => this.#layOut()).observe(viewport);
  }

  open(outline, versions) {
    for (const view of this.views.values()) view.close();
    this.views.clear();
    const isFirst = !this.sizes;
    this.sizes = outline.pages;
    this.tileSize = outline.tileSize;
    this.edition = outline.edition;
    this.versions = new Map(Object.entries(versions).map(([page, version]) => [Number(page), version]));
    this.widest = Math.max(...this.sizes.map((size) => size.width));
    if (isFirst) this.fitWidth();
    else this.#layOut();
  }

  // Zooming

  fitWidth() {
    this.setZoom(Math.min(1.4, (this.viewport.clientWidth - 2 * gap) / this.widest));
  }

  /// Zooms about a point of the window, which stays where it is.
  setZoom(zoom, point) {
    zoom = Math.min(limits.most, Math.max(limits.least, zoom));
    const box = this.viewport.getBoundingClientRect();
    const at = point ?? { x: box.left + this.viewport.clientWidth / 2, y: box.top };
    const anchor = this.#anchor(at);
    this.zoomed = performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.update(), zoomPause);
    this.zoom = zoom;
    this.#layOut();
    if (anchor) {
      const left = this.#left(anchor.index);
      this.viewport.scrollTop = this.#tops[anchor.index] + anchor.y * zoom - (at.y - box.top);
      this.viewport.scrollLeft = left + anchor.x * zoom - (at.x - box.left);
    }
    this.update();
    this.dispatchEvent(new Event("zoomed"));
  }

  #anchor(point) {
    if (!this.#tops.length) return null;
    const box = this.viewport.getBoundingClientRect();
    const y = point.y - box.top + this.viewport.scrollTop;
    const x = point.x - box.left + this.viewport.scrollLeft;
    const index = this.#indexAt(y);
    return { index, x: (x - this.#left(index)) / this.zoom, y: (y - this.#tops[index]) / this.zoom };
  }

  // Layout

  #layOut() {
    if (!this.sizes) return;
    let top = gap;
    this.#tops = this.sizes.map((size) => {
      const here = top;
      top += size.height * this.zoom + gap;
      return here;
    });
    this.sheet.style.height = `${top}px`;
    this.sheet.style.width = `${Math.max(this.viewport.clientWidth, this.widest * this.zoom + 2 * gap)}px`;
    this.update();
  }

  #left(index) {
    const width = Math.max(this.viewport.clientWidth, this.widest * this.zoom + 2 * gap);
    return (width - this.sizes[index].width * this.zoom) / 2;
  }

  #indexAt(y) {
    let [low, high] = [0, this.#tops.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#tops[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  get current() {
    return this.#tops.length ? this.#indexAt(this.viewport.scrollTop + this.viewport.clientHeight / 3) : 0;
  }

  goTo(index, y = 0) {
    if (!this.sizes) return;
    const page = Math.max(0, Math.min(this.sizes.length - 1, index));
    this.viewport.scrollTop = this.#tops[page] + y * this.zoom - gap;
    this.update();
  }

  #soon() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => this.update());
  }

  /// Shows what is in the window, and lets go of what is far away.
  update() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    if (!this.#tops.length) return;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.viewport;
    const isZooming = performance.now() - this.zoomed < zoomPause;
    const first = this.#indexAt(scrollTop);
    const last = this.#indexAt(scrollTop + clientHeight);
    for (const [index, view] of this.views) {
      if (index >= first - 1 && index <= last + 1) continue;
      view.close();
      this.views.delete(index);
    }
    for (let index = first; index <= last; index++) {
      const view = this.views.get(index) ?? this.#make(index);
      const left = this.#left(index);
      view.place(this.zoom, this.#tops[index], left);
      view.tiles.show({
        x: (scrollLeft - left) / this.zoom, y: (scrollTop - this.#tops[index]) / this.zoom,
        width: clientWidth / this.zoom, height: clientHeight / this.zoom,
      }, this.zoom, isZooming);
    }
    this.dispatchEvent(new Event("moved"));
  }

  #make(index) {
    const view = new PageView(this, index);
    this.views.set(index, view);
    this.sheet.append(view.element);
    view.tiles.edition = this.edition;
    view.tiles.version = this.versions.get(index) ?? 0;
    this.#showMatches(view);
    return view;
  }

  /// The page at a point of the window, and the place on it in points; null beside the pages.
  locate(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest(".page");
    const view = element && this.views.get(Number(element.dataset.page));
    return view ? { view, ...this.pointOn(view, event) } : null;
  }

  pointOn(view, event) {
    const box = view.element.getBoundingClientRect();
    return { x: (event.clientX - box.left) / this.zoom, y: (event.clientY - box.top) / this.zoom };
  }

  // Edits

  /// Shows what an edit changed; the promise ends when it is there.
  async edited(edit) {
    this.versions.set(edit.page, edit.version);
    const view = this.views.get(edit.page);
    if (!view) return;
    await view.tiles.refresh(edit.area, edit.version);
    await view.readMarks();
  }

  flag(edit, participant) {
    const view = this.views.get(edit.page);
    if (!view || !participant) return;
    const flag = document.createElement("div");
    flag.className = "flag";
    flag.textContent = participant.name;
    Object.assign(flag.style, {
      background: `#${participant.color}`,
      left: `${Math.max(0, edit.area.x) * this.zoom}px`, top: `${Math.max(0, edit.area.y * this.zoom - 20)}px`,
    });
    flag.addEventListener("animationend", () => flag.remove());
    view.element.append(flag);
  }

  // Search

  showMatches(matches, current) {
    this.#found = { matches, current };
    for (const view of this.views.values()) this.#showMatches(view);
  }

  #showMatches(view) {
    const { matches = [], current } = this.#found ?? {};
    view.matches.replaceChildren(...matches.filter((match) => match.page === view.index).flatMap((match) =>
      match.frames.map((frame) => {
        const element = document.createElement("div");
        element.classList.toggle("current", match === current);
        for (const [side, key] of [["left", "x"], ["top", "y"], ["width", "width"], ["height", "height"]]) {
          element.style[side] = `${frame[key]}px`;
        }
        return element;
      })));
  }
}
