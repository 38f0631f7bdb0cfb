// Loaded into the server with `--import`: its days pass in minutes, so that steps that bake for half an hour can be attacked.
const speed = Number(process.env.CLOCK_SPEED)
const now = Date.now
const start = now()
Date.now = () => Math.round(start + (now() - start) * speed)
