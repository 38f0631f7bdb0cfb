import { findProgram, installPackages } from './system-packages.ts'

const proxies = [
  { name: 'nginx', systemPackage: 'nginx-light' },
  { name: 'caddy', systemPackage: 'caddy' },
]

/**
 * Looks for the proxies for which the archive has configurations, and on Debian installs the missing ones. Says which is still
 * missing; its tests are then skipped.
 */
export async function findProxies(): Promise<void> {
  for (const { name, systemPackage } of proxies) {
    if (findProgram([name]) !== null) continue
    await installPackages([[systemPackage]])
    if (findProgram([name]) === null)
      console.warn(
        `The tests behind ${name} are skipped: no ${name} in PATH. Install ${systemPackage} (the name in Debian).`,
      )
  }
}
