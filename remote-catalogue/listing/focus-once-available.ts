/** Frames until a far row is drawn: rows on the way are measured first. */
const maxFrames = 60

/** Moves the focus to what `find` finds, as soon as it is drawn; returns how to stop waiting. */
export function focusOnceAvailable(find: () => HTMLElement | null): () => void {
  let frame = 0
  const look = (left: number) => {
    const link = find()
    if (link !== null) link.focus()
    else if (left > 0) frame = requestAnimationFrame(() => look(left - 1))
  }
  look(maxFrames)
  return () => cancelAnimationFrame(frame)
}
