import classes from './chart.module.css'
import type { ChartData } from './chart-types.ts'

type Props = ChartData & {
  title: string
  /** For screen readers only. */
  isHidden: boolean
}

/** The figures of a chart, a row for each point. */
export const ChartTable = ({ title, isHidden, pointHeading, points, series, format }: Props) => (
  <div
    className={isHidden ? classes.hiddenTable : classes.scroller}
    // Scrolled by keyboard where it doesn't fit.
    {...(!isHidden && { role: 'region', 'aria-label': title, tabIndex: 0 })}
  >
    <table className={classes.table}>
      <caption className={classes.hiddenTable}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{pointHeading}</th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, position }, at) => (
          <tr key={position}>
            <th scope="row">{label}</th>
            {series.map(({ key, values }) => {
              const value = values[at] ?? null
              return <td key={key}>{value === null ? '–' : format(value)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
