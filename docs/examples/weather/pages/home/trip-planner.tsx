import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import 'react-day-picker/style.css'
import { cities } from '../../cities.ts'
import styles from './trip-planner.module.css'

/** A calendar, with the usual temperatures of the month of the day that a visitor selects. */
export default function TripPlanner() {
  const [day, setDay] = useState<Date>()
  return (
    <div>
      <DayPicker className={styles.picker} mode="single" selected={day} onSelect={setDay} />
      <output>
        {day !== undefined &&
          `Usually ${cities.map(({ name, months }) => `${months[day.getMonth()]} °C in ${name}`).join(', ')}.`}
      </output>
    </div>
  )
}
