const places = [2, 3, 5, 6, 7, 8, 9] // of the ratios from before, among ten
const newRatios: readonly (readonly [place: number, ratio: number])[] = [
  [0, 1.15],
  [1, 1.3],
  [4, 2.5],
]
const noLoads = { canary: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } }

/** Returns the state of a rollout from before e-values looked for rises of 15, 30 and 150 %, with nothing known about them. */
export function widenEvidence(state: string): string {
  const widened = JSON.parse(state, (key, value) => {
    if (Array.isArray(value) && value.length === places.length && value.every(Number.isFinite))
      return Array.from({ length: 10 }, (_, at) => value[places.indexOf(at)] ?? 0)
    return key === 'evidence' ? complete(value) : value
  })
  return JSON.stringify(widened)
}

/** That from before browser families lacks most, and names networks. The loads of its open batch are counted again. */
function complete(evidence: Record<string, unknown>): Record<string, unknown> {
  const { canary, stable, failingNetworks, untilMs } = evidence
  const attack = Array.isArray(evidence.attack) ? [...evidence.attack] : Array(10).fill(1)
  for (const [place, ratio] of newRatios)
    attack[place] = getAttack(ratio, Number(evidence.share ?? 0) / 10_000)
  if (evidence.counted !== undefined) return { ...evidence, attack }
  const none = { families: {}, signals: {}, advance: {}, share: 0, reportingNetworks: 0, open: noLoads }
  const networks = Array.isArray(failingNetworks) ? failingNetworks.length : 0
  const counted = { all: { canary, stable } }
  return { ...evidence, ...none, attack, counted, sinceMs: untilMs, failingNetworks: networks }
}

/** What one network that fails only in the canary can multiply E by: its root mean square. */
function getAttack(ratio: number, share: number): number {
  return Math.sqrt(1 + share * ((ratio / (1 + share * (ratio - 1))) ** 2 - 1))
}
