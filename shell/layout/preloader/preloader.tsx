import { type AnimationEvent, useEffect, useState } from 'react'
import styles from './preloader.module.css'

// Well above the fade in preloader.module.css; for background tabs, where animations don't run.
const maxVisibleMs = 1000

/** Covers the window at the first paint, then fades out and unmounts. */
export function Preloader() {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), maxVisibleMs)
    return () => clearTimeout(timer)
  }, [])
  if (isGone) return null
  const handleAnimationEnd = (event: AnimationEvent) => {
    // The mark's own animation ends earlier, and its event bubbles up.
    if (event.target === event.currentTarget) setGone(true)
  }
  return (
    <div className={styles.preloader} aria-hidden="true" onAnimationEnd={handleAnimationEnd}>
      <span className={styles.mark} />
    </div>
  )
}
