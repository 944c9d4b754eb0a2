// The page: puts the parts together.

import { Connection } from "/connection.js";
import { Pages } from "/pages.js";
import { Search } from "/search.js";
import { Tools } from "/tools.js";

const find = (id) => document.getElementById(id);
const participants = new Map();
let me = null;

const connection = new Connection(await askForName());
const pages = new Pages(find("viewport"), find("sheet"), connection);
const tools = new Tools(pages, connection);
new Search(find("search"), find("results"), pages, connection);

// What the server says

connection.addEventListener("welcome", async ({ detail }) => {
  me = detail.you;
  tools.color = me.color;
  tools.settleAll();
  participants.clear();
  for (const participant of detail.participants) participants.set(participant.id, participant);
  showParticipants();
  setUnsaved(detail.isUnsaved);
  showHistory({});
  try {
    const outline = await (await connection.get("/document")).json();
    find("name").textContent = document.title = outline.name;
    find("count").textContent = find("page").max = outline.pages.length;
    pages.open(outline, detail.versions);
    tell("");
  } catch (error) {
    tell(error.message);
  }
});
connection.addEventListener("closed", ({ detail }) => tell(detail || "The connection is lost; trying again…", true));
connection.addEventListener("replaced", () => tell("You go on in another tab. Load this page again to go on here.", true));
connection.addEventListener("warning", ({ detail }) => tell(detail.message, true));
connection.addEventListener("joined", ({ detail }) => {
  participants.set(detail.participant.id, detail.participant);
  showParticipants();
});
connection.addEventListener("left", ({ detail }) => {
  participants.delete(detail.id);
  showParticipants();
});
connection.addEventListener("edited", async ({ detail }) => {
  setUnsaved(detail.isUnsaved);
  const isMine = detail.by === me.id;
  if (!isMine) pages.flag(detail, participants.get(detail.by));
  await pages.edited(detail);
  if (isMine) tools.settle(detail.request);
  document.body.dataset.sequence = detail.sequence;
});
connection.addEventListener("history", ({ detail }) => showHistory(detail));
connection.addEventListener("saved", ({ detail }) => {
  setUnsaved(detail.isUnsaved);
  const who = participants.get(detail.by)?.name ?? "Somebody";
  tell(`${who} saved revision ${detail.revision}: ${detail.bytesWritten} bytes.`);
  document.body.dataset.revision = detail.revision;
});
connection.addEventListener("retried", ({ detail }) => pages.views.get(detail.page)?.retry());
connection.addEventListener("refused", ({ detail }) => {
  tools.settle(detail.request);
  tell(detail.message);
});
connection.open();

// What the participant does

for (const button of document.querySelectorAll("[data-tool]")) {
  button.addEventListener("click", () => tools.choose(button.dataset.tool));
}
find("width").addEventListener("input", (event) => (tools.width = event.target.valueAsNumber));
find("undo").addEventListener("click", () => connection.send("undo"));
find("redo").addEventListener("click", () => connection.send("redo"));
find("save").addEventListener("click", () => connection.send("save"));
find("larger").addEventListener("click", () => pages.setZoom(pages.zoom * 1.25));
find("smaller").addEventListener("click", () => pages.setZoom(pages.zoom / 1.25));
find("fit").addEventListener("click", () => pages.fitWidth());
find("page").addEventListener("change", (event) => pages.goTo(event.target.valueAsNumber - 1));
pages.addEventListener("zoomed", () => (find("zoom").textContent = `${Math.round(pages.zoom * 100)} %`));
pages.addEventListener("moved", () => {
  if (document.activeElement !== find("page")) find("page").value = pages.current + 1;
});

// A button takes the focus, and with it the selection, when it is pressed.
find("highlight").addEventListener("pointerdown", (event) => event.preventDefault());
find("highlight").addEventListener("click", highlight);
document.addEventListener("selectionchange", () => {
  find("highlight").disabled = ![...pages.views.values()].some((view) => view.text.selected());
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea") || document.querySelector("dialog[open]")) return;
  const command = event.ctrlKey || event.metaKey;
  const keys = command
    ? { z: () => connection.send(event.shiftKey ? "redo" : "undo"), y: () => connection.send("redo"),
        s: () => connection.send("save"), f: () => find("search").elements.text.focus() }
    : { v: () => tools.choose("select"), p: () => tools.choose("pen"), n: () => tools.choose("note"),
        e: () => tools.choose("eraser"), h: highlight, 0: () => pages.fitWidth(),
        "+": () => pages.setZoom(pages.zoom * 1.25), "-": () => pages.setZoom(pages.zoom / 1.25) };
  const action = keys[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
});

pages.addEventListener("note", async ({ detail: { page, x, y, mark } }) => {
  const dialog = find("note");
  const field = dialog.querySelector("textarea");
  dialog.querySelector(".author").textContent = mark ? `Note of ${mark.author ?? "somebody"}` : "New note";
  dialog.querySelector("[value=remove]").hidden = !mark?.isRemovable;
  field.value = mark?.text ?? "";
  const answer = await ask(dialog);
  if (answer === "remove") connection.send("remove", { page, id: mark.id });
  if (answer !== "done") return;
  if (mark) connection.send("setText", { page, id: mark.id, text: field.value });
  else connection.send("note", { page, x, y, text: field.value });
  tools.choose("select");
});

function highlight() {
  for (const view of pages.views.values()) {
    const range = view.text.selected();
    if (range) connection.send("highlight", { page: view.index, ...range });
  }
  getSelection().removeAllRanges();
}

// What is shown

function showParticipants() {
  find("participants").replaceChildren(...[...participants.values()].map((participant) => {
    const item = document.createElement("li");
    item.textContent = participant.name;
    item.style.background = `#${participant.color}`;
    item.classList.toggle("you", participant.id === me.id);
    return item;
  }));
}

function showHistory({ undo, redo }) {
  find("undo").disabled = !undo;
  find("redo").disabled = !redo;
  find("undo").title = undo ? `Take back: ${undo} (Ctrl+Z)` : "Nothing to take back";
  find("redo").title = redo ? `Do again: ${redo} (Ctrl+Shift+Z)` : "Nothing to do again";
}

function setUnsaved(isUnsaved) {
  find("save").disabled = !isUnsaved;
}

let timer;
function tell(text, isLasting = false) {
  clearTimeout(timer);
  find("message").textContent = text;
  find("message").hidden = !text;
  if (text && !isLasting) timer = setTimeout(() => tell(""), 5000);
}

async function ask(dialog) {
  dialog.returnValue = "cancel";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  return dialog.returnValue;
}

/// The name is kept for the next time; `?name=Ada` is for tests and bookmarks. Who loads the page again is not asked.
async function askForName() {
  const given = new URLSearchParams(location.search).get("name");
  if (given) return given;
  if (Connection.formerName !== null) return Connection.formerName;
  const field = find("welcome").querySelector("input");
  field.value = localStorage.getItem("name") ?? "";
  await ask(find("welcome"));
  localStorage.setItem("name", field.value);
  return field.value;
}
