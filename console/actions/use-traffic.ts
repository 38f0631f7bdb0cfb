import { paths } from '@portico/kit/paths.ts'
import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { useResource } from '../app/use-resource.ts'

/** The loads of an app per minute, as its latest rollout counts them; null: unknown. */
export function useTraffic({ rollout }: OverviewApp): number | null {
  const { data } = useResource(rollout && `${paths.rollouts}/${rollout.id}`, RolloutSchema)
  return data?.estimate?.loadsPerMinute ?? null
}
