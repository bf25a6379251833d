/** The errors of the package: what is wrong, where, and of which kind. */

export class RummyError extends Error {
  /**
   * @param {string} kind "notation", "hand", "table", "rules" or "limit"
   * @param {string} message
   * @param {{where?: string, position?: number, meld?: number}} [place]
   */
  constructor(kind, message, place = {}) {
    super(message);
    this.name = "RummyError";
    this.kind = kind;
    this.where = place.where ?? null;
    this.position = place.position ?? null;
    this.meld = place.meld ?? null;
  }
}

/** Cut short: a message never carries a megabyte of input. */
export function shown(value) {
  const text = typeof value === "string" ? `'${value}'` : String(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
