import { useParams } from 'react-router'
import { RolloutReport } from './rollout-report.tsx'

/** `/rollouts/:id` */
export function RolloutPage() {
  const { id = '' } = useParams()
  return <RolloutReport id={id} isPage />
}
