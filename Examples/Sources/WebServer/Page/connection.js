// The WebSocket of the session, and requests on the participant's behalf.
//
// The tab keeps the token, so that the participant is the same one after the network was lost or the page was loaded again.

export class Connection extends EventTarget {
  #socket = null;
  #token = "";
  #request = 0;
  #wait = 500;

  constructor(name) {
    super();
    this.name = name;
    const kept = JSON.parse(sessionStorage.getItem("participant") ?? "null");
    if (kept?.name === name) this.#token = kept.token;
  }

  /// The name under which this tab took part before; null if it did not.
  static get formerName() {
    return JSON.parse(sessionStorage.getItem("participant") ?? "null")?.name ?? null;
  }

  /// Every message of the server is an event of its type; `closed` tells that the connection is lost for now.
  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/session`);
    let isReplaced = false;
    this.#socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ type: "join", name: this.name, token: this.#token || undefined }));
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "welcome") {
        this.#token = message.token;
        sessionStorage.setItem("participant", JSON.stringify({ name: this.name, token: message.token }));
        this.#wait = 500;
      }
      // Tabs that took each other's place for ever would help nobody.
      if (message.type === "replaced") isReplaced = true;
      this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    });
    socket.addEventListener("close", (event) => {
      if (isReplaced) return;
      this.dispatchEvent(new CustomEvent("closed", { detail: event.reason }));
      setTimeout(() => this.open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, 10000);
    });
  }

  /// Asks for an edit. Returns the number by which the answer names it, or null if there is no connection.
  send(type, fields = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return null;
    this.#request += 1;
    this.#socket.send(JSON.stringify({ type, request: this.#request, ...fields }));
    return this.#request;
  }

  /// Fetches something; throws an error with the server's words if that fails.
  async get(path, signal) {
    const response = await fetch(path, { signal, headers: { "Postil-Token": this.#token } });
    if (response.ok) return response;
    const error = new Error((await response.text()).trim());
    error.status = response.status;
    throw error;
  }
}
