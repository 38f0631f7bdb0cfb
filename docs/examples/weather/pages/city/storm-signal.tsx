import { formatCount } from '@portico/kit/format.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { useEffect, useState } from 'react'
import chime from './chime.mp3'

/** Lets visitors hear the sound of a storm warning. */
export function StormSignal() {
  const [audio, setAudio] = useState<HTMLAudioElement>()
  const [times, setTimes] = useState(0)
  useEffect(() => () => audio?.pause(), [audio])
  const play = () => {
    const next = new Audio(chime)
    next.addEventListener('ended', () => setTimes((count) => count + 1))
    setAudio(next)
    void next.play()
  }
  return (
    <p>
      <Button onClick={play}>Hear the storm signal</Button>{' '}
      <output>Played {formatCount(times, 'time')}</output>
    </p>
  )
}
