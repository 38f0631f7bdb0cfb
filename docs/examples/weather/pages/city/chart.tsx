const width = 240
const height = 80

/** Draws temperatures as a line, from the lowest to the highest. */
export function Chart({ hours }: { readonly hours: readonly number[] }) {
  const [low, high] = [Math.min(...hours), Math.max(...hours)]
  const points = hours.map(
    (value, at) => `${(at / (hours.length - 1)) * width},${height - ((value - low) / (high - low)) * height}`,
  )
  return (
    <svg viewBox={`-2 -2 ${width + 4} ${height + 4}`} role="img" aria-label={`From ${low} to ${high} °C`}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
