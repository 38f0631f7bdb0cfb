/** Fits a line to the temperatures, and answers with its slope in °C per hour. */
addEventListener('message', ({ data: hours }: MessageEvent<readonly number[]>) => {
  const middle = (hours.length - 1) / 2
  const average = hours.reduce((sum, value) => sum + value, 0) / hours.length
  let [above, below] = [0, 0]
  for (const [at, value] of hours.entries()) {
    above += (at - middle) * (value - average)
    below += (at - middle) ** 2
  }
  postMessage(above / below)
})
