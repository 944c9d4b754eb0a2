// What mouse, finger and pen do on the pages: draw, put notes, erase; two fingers move and zoom.

const svg = "http://www.w3.org/2000/svg";
const mostPoints = 4000; // of a stroke; the server takes no more
const eraserReach = 5; // pixels

export class Tools {
  tool = "select";
  width = 2;
  color = "000000";
  #stroke = null;
  #pointers = new Map();
  #pinch = null;
  #pending = new Map(); // request → path

  constructor(pages, connection) {
    Object.assign(this, { pages, connection });
    const target = pages.viewport;
    target.addEventListener("pointerdown", (event) => this.#down(event));
    target.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of ["pointerup", "pointercancel"]) target.addEventListener(type, (event) => this.#up(event));
    // Two fingers are this page's, one is the browser's, to scroll with.
    for (const type of ["touchstart", "touchmove"]) {
      target.addEventListener(type, (event) => event.touches.length > 1 && event.preventDefault(), { passive: false });
    }
    target.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      pages.setZoom(pages.zoom * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    }, { passive: false });
  }

  choose(tool) {
    this.tool = tool;
    this.pages.viewport.classList.toggle("drawing", tool !== "select");
    for (const button of document.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-pressed", button.dataset.tool === tool);
    }
  }

  #down(event) {
    if (event.pointerType === "touch") {
      this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.#pointers.size === 2) return this.#beginPinch();
    }
    if (this.tool === "select" || event.button > 0 || this.#pointers.size > 1) return;
    const place = this.pages.locate(event);
    if (!place) return;
    event.preventDefault();
    this.pages.viewport.setPointerCapture(event.pointerId);
    if (this.tool === "pen") this.#begin(event, place);
    if (this.tool === "note") this.pages.dispatchEvent(
      new CustomEvent("note", { detail: { page: place.view.index, x: place.x, y: place.y } }));
    if (this.tool === "eraser") {
      this.#stroke = { pointer: event.pointerId, view: place.view, isEraser: true };
      this.#erase(place);
    }
  }

  #move(event) {
    if (this.#pointers.has(event.pointerId)) {
      this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (this.#pinch) return this.#goOnPinching();
    }
    const stroke = this.#stroke;
    if (stroke?.pointer !== event.pointerId) return;
    const points = (event.getCoalescedEvents?.() ?? []).concat(event)
      .map((one) => this.pages.pointOn(stroke.view, one));
    if (stroke.isEraser) return this.#erase(points.at(-1));
    for (const point of points) this.#add(point);
    this.#paint(stroke);
  }

  #up(event) {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size < 2) this.#pinch = null;
    const stroke = this.#stroke;
    if (stroke?.pointer !== event.pointerId) return;
    this.#stroke = null;
    if (stroke.isEraser) return;
    if (event.type === "pointercancel") return stroke.path.remove();
    const request = this.connection.send("draw", {
      page: stroke.view.index, points: stroke.points.map(({ x, y }) => [round(x), round(y)]),
      width: stroke.width, color: stroke.color,
    });
    if (request === null) stroke.path.remove();
    else this.#pending.set(request, stroke.path);
  }

  // Drawing

  #begin(event, { view, x, y }) {
    const path = document.createElementNS(svg, "path");
    path.setAttribute("stroke", `#${this.color}`);
    path.setAttribute("stroke-width", this.width);
    view.ink.append(path);
    this.#stroke = {
      pointer: event.pointerId, view, path, width: this.width, color: this.color, points: [{ x, y }],
    };
    this.#paint(this.#stroke);
  }

  #add(point) {
    const { points, view } = this.#stroke;
    const last = points.at(-1);
    if (Math.hypot(point.x - last.x, point.y - last.y) * this.pages.zoom < 1) return;
    if (points.length >= mostPoints) return;
    points.push({
      x: Math.max(0, Math.min(view.size.width, point.x)), y: Math.max(0, Math.min(view.size.height, point.y)),
    });
  }

  #paint({ path, points }) {
    const [first, ...rest] = points;
    const lines = rest.length ? rest.map(({ x, y }) => `L${x} ${y}`).join("") : "l0 0.01";
    path.setAttribute("d", `M${first.x} ${first.y}${lines}`);
  }

  /// The participant's own stroke is in the tiles now, or was refused.
  settle(request) {
    this.#pending.get(request)?.remove();
    this.#pending.delete(request);
  }

  settleAll() {
    for (const request of [...this.#pending.keys()]) this.settle(request);
  }

  // Erasing

  #erase({ x, y }) {
    const stroke = this.#stroke;
    const last = stroke.last;
    if (last && Math.hypot(x - last.x, y - last.y) * this.pages.zoom < eraserReach) return;
    stroke.last = { x, y };
    this.connection.send("erase", {
      page: stroke.view.index, x: round(x), y: round(y), tolerance: round(eraserReach / this.pages.zoom),
    });
  }

  // Two fingers

  #beginPinch() {
    if (this.#stroke) {
      this.#stroke.path?.remove();
      this.#stroke = null;
    }
    this.#pinch = { ...this.#fingers(), zoom: this.pages.zoom };
  }

  #goOnPinching() {
    const now = this.#fingers();
    const { viewport } = this.pages;
    viewport.scrollLeft -= now.x - this.#pinch.x;
    viewport.scrollTop -= now.y - this.#pinch.y;
    Object.assign(this.#pinch, { x: now.x, y: now.y });
    const zoom = (this.#pinch.zoom * now.distance) / this.#pinch.distance;
    if (Math.abs(zoom / this.pages.zoom - 1) > 0.02) this.pages.setZoom(zoom, now);
  }

  #fingers() {
    const [a, b] = [...this.#pointers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  }
}

function round(number) {
  return Math.round(number * 100) / 100;
}
