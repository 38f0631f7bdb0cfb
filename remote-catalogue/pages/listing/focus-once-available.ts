/** Frames to wait for a distant row: the rows above it are measured first. */
const maxFrames = 60

/** Focuses the element that `find` returns, once it is rendered. Returns a function that stops waiting. */
export function focusOnceAvailable(find: () => HTMLElement | null): () => void {
  let frame = 0
  const tryFocus = (remainingFrames: number) => {
    const link = find()
    if (link !== null) link.focus()
    else if (remainingFrames > 0) frame = requestAnimationFrame(() => tryFocus(remainingFrames - 1))
  }
  tryFocus(maxFrames)
  return () => cancelAnimationFrame(frame)
}
