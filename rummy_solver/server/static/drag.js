/** Dragging tiles with a mouse, a finger or a pen. */

const FAR_ENOUGH = 6;

/**
 * Call `drop({ code, from, zone, meld })` when a tile was dragged: `from` is where it was taken,
 * `zone` the zone it fell into, null for none, `meld` the number of the meld below it or null.
 */
export function listenToDrags(drop) {
  let held = null;

  const mark = (node) => {
    document.querySelectorAll(".over").forEach((other) => other.classList.remove("over"));
    node?.classList.add("over");
  };

  const below = (event) => {
    const node = document.elementFromPoint(event.clientX, event.clientY);
    return { zone: node?.closest(".zone") ?? null, meld: node?.closest(".zone .meld") ?? null };
  };

  const end = () => {
    held?.ghost?.remove();
    held?.tile.classList.remove("held");
    held = null;
    mark(null);
  };

  addEventListener("pointerdown", (event) => {
    const tile = event.target.closest?.(".tile[data-from]");
    if (!tile || event.button) return;
    held = { tile, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
  });

  addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    if (!held.ghost) {
      if (Math.hypot(dx, dy) < FAR_ENOUGH) return;
      held.ghost = ghostOf(held.tile);
      held.tile.classList.add("held");
    }
    held.ghost.style.translate = `${dx}px ${dy}px`;
    const { zone, meld } = below(event);
    mark(meld ?? zone);
  });

  addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const { tile, ghost } = held;
    const { zone, meld } = below(event);
    end();
    if (!ghost) return;
    swallowClick();
    drop({
      code: Number(tile.dataset.code), from: tile.dataset.from,
      zone: zone?.dataset.zone ?? null, meld: meld ? Number(meld.dataset.meld) : null,
    });
  });

  addEventListener("pointercancel", end);
}

function ghostOf(tile) {
  const ghost = tile.cloneNode(true);
  const { left, top, width, height } = tile.getBoundingClientRect();
  ghost.classList.add("ghost");
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
  });
  document.body.append(ghost);
  return ghost;
}

/** The click that the browser makes of the end of a drag is none. */
function swallowClick() {
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
}
