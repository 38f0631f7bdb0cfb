// The bootstrap runs it on the system's Node, which may be old: plain JavaScript, nothing but Node's own modules.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const isLinux = process.platform === 'linux'
const pollMs = 500

/**
 * Calls `onEnd` once npm, or a shell around it, has ended. Neither passes on every signal: `sh -c "npm start"` dies of a
 * SIGTERM and leaves npm behind, and npm's own shell does the same with this process.
 * @param {() => void} onEnd
 */
export function watchAncestors(onEnd) {
  const ancestors = findAncestors()
  const timer = setInterval(() => {
    if (ancestors.every((pid, index) => isRunning(pid, ancestors[index - 1] ?? process.pid))) return
    clearInterval(timer)
    onEnd()
  }, pollMs)
  timer.unref()
}

/** The parent and, directly above it, npm and shells that run a command, upwards. */
function findAncestors() {
  const ancestors = [process.ppid]
  let next = readProcess(process.ppid)
  while (isInBetween(next)) {
    const { parent } = next
    next = readProcess(parent)
    if (isInBetween(next)) ancestors.push(parent)
  }
  return ancestors
}

/** False for a shell with a script or a terminal: what it starts may outlive it. */
function isInBetween({ command }) {
  return /^(?:\S*\/)?(?:sh|bash|dash|ash|zsh|ksh) (?:-\w+ )*-\w*c |^npm |\bnpm(?:-cli\.js)? /.test(command)
}

function isRunning(pid, child) {
  if (child === process.pid) return process.ppid === pid
  if (isLinux) return readProcess(child).parent === pid // a dead process stays in the table until its parent collects it
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The parent and the command line of a process; unknown for one that has ended. */
function readProcess(pid) {
  try {
    if (!isLinux) return parseProcess(spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)]).stdout)
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return parseProcess(`${/^PPid:\s*(\d+)/m.exec(status)?.[1]} ${command}`)
  } catch {
    return parseProcess('')
  }
}

function parseProcess(text) {
  const [, parent, command = ''] = /^\s*(\d+) +(.*)/s.exec(String(text).trimEnd()) ?? []
  return { parent: Number(parent), command: `${command} ` }
}
