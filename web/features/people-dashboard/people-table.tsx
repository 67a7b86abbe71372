import { Link } from 'react-router'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getPeople, getPeopleCaptation, PersonCaptation, StaffLine } from '#contract/people-dashboard.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import tables from '#web/domain/numbers-table.module.css'
import { StaffPicture } from '#web/domain/staff-picture.tsx'
import { renderTableAmount } from '#web/domain/table-amount.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import classes from './people-dashboard.module.css'

export type People = ResponseBody<typeof getPeople>
export type Captation = ResponseBody<typeof getPeopleCaptation>
export const peopleSorts = ['capital', 'year', 'lifetime', 'name'] as const
export type PeopleSort = (typeof peopleSorts)[number]

type Props = { people: People; year: Captation | undefined; lifetime: Captation | undefined; sort: PeopleSort }

const listByPerson = (captation: Captation | undefined): ReadonlyMap<string, PersonCaptation> =>
  new Map(captation?.people.map((one) => [one.personId, one]))

const sumOf = (captation: ReadonlyMap<string, PersonCaptation>, id: string): number =>
  Number(captation.get(id)?.gross ?? 0)

/** Who works here, and whoever left behind something; the first by what they are ordered by. */
const listShown = ({ people, year, lifetime, sort }: Props): StaffLine[] => {
  const ofYear = listByPerson(year)
  const ofLife = listByPerson(lifetime)
  const shown = people.people.filter(
    ({ id, leftOn, clients, capital }) =>
      leftOn === null || clients > 0 || capital !== '0.00' || ofYear.has(id) || ofLife.has(id),
  )
  const rank: Record<Exclude<PeopleSort, 'name'>, (line: StaffLine) => number> = {
    capital: ({ capital }) => Number(capital),
    year: ({ id }) => sumOf(ofYear, id),
    lifetime: ({ id }) => sumOf(ofLife, id),
  }
  return sort === 'name' ? shown : shown.toSorted((one, other) => rank[sort](other) - rank[sort](one))
}

const usePersonLinks = ({ day, monthFrom }: People) => {
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const maySeeAgenda = usePermission('bt_AgendaComercial', 'view')
  const maySeeGoals = usePermission('bt_Objetivos', 'view')
  const figure = (key: string, query: Record<string, string>): string | null =>
    mayOpen ? `/crm/cifras/${key}?${new URLSearchParams({ range: 'custom', to: day, ...query })}` : null
  const agenda = (path: string, query: Record<string, string>): string | null =>
    maySeeAgenda ? `/crm/AgendaComercial/${path}?${new URLSearchParams({ from: monthFrom, to: day, ...query })}` : null
  return {
    stock: (key: 'clients' | 'totalCapital', manager: string) => figure(key, { from: day, manager }),
    captation: (key: 'captation' | 'captationOut', from: string, of: string) =>
      figure(key, { from, of, view: 'individual' }),
    calls: (owner: string) => agenda('llamadas', { owner }),
    meetings: (owner: string) => agenda('reuniones', { owner, state: 'held' }),
    goal: (id: string) => (maySeeGoals ? `/crm/Objetivos/${id}` : null),
  }
}

const PersonName = ({ person }: { person: StaffLine }) => {
  const { t } = useTranslation(['people-dashboard', 'staff'])
  const format = useFormatters()
  const { id, name, pictureId, position, since, leftOn } = person
  // The words of positions are chosen by data.
  const translate = t as (key: string) => string
  const place = translate(`staff:positions.${position}`)
  return (
    <span className={classes.person}>
      <StaffPicture employeeId={id} name={name} pictureId={pictureId} />
      <span className={classes.words}>
        <span translate="no">{name}</span>
        <span className={classes.notes}>
          {leftOn
            ? t('left', { date: format.date(leftOn) })
            : since
              ? t('since', { position: place, date: format.date(since) })
              : place}
        </span>
      </span>
    </span>
  )
}

const columns = [
  'clients',
  'capital',
  'yearGross',
  'yearOut',
  'goal',
  'achievement',
  'lifetimeGross',
  'lifetimeOut',
  'lifetimeNet',
  'calls',
  'meetings',
  'newContacts',
  'converted',
] as const

type Sums = Pick<PersonCaptation, 'gross' | 'out' | 'net'>
const nothing: Sums = { gross: '0.00', out: '0.00', net: '0.00' }

/** Each number opens its rows, where the person may see them; what is still being worked out is '…'. */
export const PeopleTable = (props: Props) => {
  const { people, year, lifetime } = props
  const { t } = useTranslation('people-dashboard')
  const format = useFormatters()
  const links = usePersonLinks(people)
  const ofYear = listByPerson(year)
  const ofLife = listByPerson(lifetime)
  const renderCount = (count: number, href: string | null = null) => {
    if (count === 0) return '–'
    return href ? <Link to={href}>{format.number(count)}</Link> : format.number(count)
  }
  const renderAmount = (amount: string | null | undefined, href: string | null = null) => {
    if (amount == null) return '–'
    const shown = renderTableAmount(format, amount)
    return href && amount !== '0.00' ? <Link to={href}>{shown}</Link> : shown
  }
  const waits = <span aria-busy>…</span>
  const renderSums = (id: string | null, captation: Captation | undefined, sums: Sums, withNet: boolean) => {
    const href = (key: 'captation' | 'captationOut'): string | null =>
      id === null || !captation ? null : links.captation(key, captation.from, id)
    return (
      <>
        <td>{captation ? renderAmount(sums.gross, href('captation')) : waits}</td>
        <td>{captation ? renderAmount(sums.out, href('captationOut')) : waits}</td>
        {withNet && <td>{captation ? renderAmount(sums.net) : waits}</td>}
      </>
    )
  }
  const renderWhole = (stock: People['rest'], part: 'rest' | 'total') => (
    <>
      <td>{renderCount(stock.clients)}</td>
      <td>{renderAmount(stock.capital)}</td>
      {renderSums(null, year, year?.[part] ?? nothing, false)}
      <td />
      <td />
      {renderSums(null, lifetime, lifetime?.[part] ?? nothing, true)}
      <td colSpan={4} />
    </>
  )
  return (
    <ScrollFrame label={t('table')}>
      <table className={tables.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('fields.name')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`fields.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listShown(props).map((person) => {
            const { id } = person
            const own = ofYear.get(id)
            return (
              <tr key={id}>
                <th scope="row">
                  <PersonName person={person} />
                </th>
                <td>{renderCount(person.clients, links.stock('clients', id))}</td>
                <td>{renderAmount(person.capital, links.stock('totalCapital', id))}</td>
                {renderSums(id, year, own ?? nothing, false)}
                <td>{year ? renderAmount(own?.goal, links.goal(id)) : waits}</td>
                <td>{own?.achievement ? `${format.decimal(own.achievement)} %` : '–'}</td>
                {renderSums(id, lifetime, ofLife.get(id) ?? nothing, true)}
                <td>{renderCount(person.calls, links.calls(id))}</td>
                <td>{renderCount(person.meetings, links.meetings(id))}</td>
                <td>{renderCount(person.newContacts)}</td>
                <td>{renderCount(person.converted)}</td>
              </tr>
            )
          })}
          <tr>
            <th scope="row">{t('rest')}</th>
            {renderWhole(people.rest, 'rest')}
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {renderWhole(people.total, 'total')}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}
