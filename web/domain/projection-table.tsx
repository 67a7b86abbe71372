import { useFormatters } from '#web/core/format.ts'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import { renderLinkedAmount } from './linked-value.tsx'
import tables from './numbers-table.module.css'
import { renderTableAmount } from './table-amount.tsx'

type ProjectionPart = {
  name: string
  amount: string
  /** Where it comes from, in words. */
  how: string
  /** What shows its rows. */
  href?: string | null
}

type Props = {
  label: string
  headings: { part: string; amount: string; how: string }
  parts: readonly ProjectionPart[]
  total: { name: string; amount: string }
}

/** What a year may come to, in its parts, each with where it comes from. */
export const ProjectionTable = ({ label, headings, parts, total }: Props) => {
  const format = useFormatters()
  return (
    <ScrollFrame label={label}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{headings.part}</th>
            <th scope="col">{headings.amount}</th>
            <th scope="col" data-text data-aside>
              {headings.how}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, amount, how, href }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className={tables.under}>{how}</span>
              </th>
              <td>{renderLinkedAmount(format, amount, href)}</td>
              <td data-text data-aside>
                {how}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total.name}</th>
            <td>{renderTableAmount(format, total.amount)}</td>
            <td data-aside />
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}
