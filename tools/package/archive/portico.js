#!/usr/bin/env -S node --disable-warning=ExperimentalWarning --max-semi-space-size=4 --v8-pool-size=1 --heap-growing-percent=100
// Starts the site from its archive. Plain JavaScript that an old Node can parse, to say which one is needed.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const archive = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const help = `Portico ${archive.version} for ${archive.portico.platform}

Usage: node portico.js [--help | --version | --ready | data <command>]

Serves the site. With --ready, waits until the site that was started with the same settings serves pages, for 60 seconds at
most; data backs up, restores, verifies and moves the data of a site. Every setting is an environment variable. The most important ones:

  PORT, HOST      where the server listens; 3000 on 127.0.0.1
  DATA_DIR        a writable folder for the database, releases and secrets; .data in the current folder
  PUBLIC_URL      the address that visitors use, such as https://example.com
  CONSOLE_URL     the address of the release console, such as https://console.example.com
  TRUST_PROXY     the addresses of your proxies, such as loopback
  DATABASE_URL    a PostgreSQL database to use instead of the embedded one
  SMTP_URL, MAIL_FROM   the mail server and the sender
  SITE_CONFIG     your name and links; site.config.json of this archive
  CONTENT_DIR     your built texts and images; content of this archive

deploy/ has configurations for systemd, containers, nginx and Caddy. In the repository, docs/settings.md lists all settings.
The archive itself is only read.`

const [argument, ...others] = process.argv.slice(2)
if (argument === '--help' || argument === '-h') console.log(help)
else if (argument === '--version') console.log(archive.version)
else if (argument === 'data') runData()
else if (argument === '--ready' && others.length === 0) waitUntilReady()
else if (argument !== undefined)
  stop(
    `Expected no argument, got ${[argument, ...others].join(' ')}. Settings are environment variables: see --help.`,
  )
else start()

function requireMachine() {
  const node = archive.portico.node
  if (Number(process.versions.node.split('.')[0]) < node)
    stop(`Expected Node ${node} or later, got ${process.versions.node}. Install it from https://nodejs.org.`)
  const [system, processor] = archive.portico.platform.split('-')
  if (system.replace('linuxmusl', 'linux') !== process.platform || processor !== process.arch)
    stop(
      `This archive is for ${archive.portico.platform}, and this machine is ${process.platform}-${process.arch}. Make one with \`npm run package\` on such a machine.`,
    )
}

function start() {
  requireMachine()
  const image = join(folder, 'site-image.png')
  // The image shows the values of the archive's own site.config.json.
  if (!process.env.SITE_CONFIG && existsSync(image)) setDefault('SITE_IMAGE', image)
  setDefault('SITE_CONFIG', join(folder, 'site.config.json'))
  setDefault('CONTENT_DIR', join(folder, 'content'))
  setDefault('PUBLISH_FROM', join(folder, 'apps'))
  import(pathToFileURL(join(folder, 'server/main.js')).href)
}

function runData() {
  requireMachine()
  process.argv.splice(2, 1)
  import(pathToFileURL(join(folder, 'server/data.js')).href)
}

async function waitUntilReady() {
  const { HOST, PORT } = process.env
  const host = !HOST || HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/-/health/ready`
  let reason = ''
  for (
    const end = Date.now() + 60_000;
    Date.now() < end;
    await new Promise((done) => setTimeout(done, 200))
  ) {
    if (hasServerEnded()) stop('The server has ended. Its own output says why.')
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
      if (response.ok) return
      reason = `${response.status} ${await response.text()}`
    } catch (error) {
      reason = error.cause ? error.cause.message : error.message
    }
  }
  stop(`The site is not ready: expected 200 from ${url}, got ${reason}.`)
}

// systemd sets MAINPID, and would wait for this program although there is nothing to wait for.
function hasServerEnded() {
  const { MAINPID } = process.env
  if (!MAINPID) return false
  try {
    process.kill(Number(MAINPID), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function setDefault(name, value) {
  process.env[name] = process.env[name] || value // compose files pass unset variables as empty ones
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
