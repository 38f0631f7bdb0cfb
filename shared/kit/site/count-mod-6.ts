/** The remainder of a count divided by 6, as text: what a grid's last row in two or in three columns depends on. */
export function countMod6(count: string): string {
  return String(Number(count) % 6)
}
