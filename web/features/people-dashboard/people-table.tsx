import type { ReactNode } from 'react'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { getPeopleCaptation, getPeopleDashboard, PersonCaptation, StaffLine } from '#contract/people-dashboard.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderLinked, renderLinkedAmount } from '#web/domain/linked-value.tsx'
import tables from '#web/domain/numbers-table.module.css'
import { StaffPicture } from '#web/domain/staff-picture.tsx'
import { ScrollFrame } from '#web/ui/scroll-frame.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './people-dashboard.module.css'

export type People = ResponseBody<typeof getPeopleDashboard>
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

/** Whose rows: of a person, of nobody among them, or of all together. */
type Whose = { id: string } | 'rest' | 'total'
type CaptationFigure = 'captation' | 'captationOut' | 'netCaptation'

const usePersonLinks = ({ day, monthFrom, scope }: People) => {
  const mayOpen = usePermission('bt_Dashboard1', 'view')
  const maySeeAgenda = usePermission('bt_AgendaComercial', 'view')
  const maySeeGoals = usePermission('bt_Objetivos', 'view')
  const chosen: Record<string, string> = scope.person ? { of: scope.person.id, view: scope.view } : {}
  const figure = (key: string, query: Record<string, string>): string | null =>
    mayOpen ? `/crm/cifras/${key}?${new URLSearchParams({ range: 'custom', to: day, ...query })}` : null
  const ofOthers = (whose: 'rest' | 'total') => ({ ...chosen, ...(whose === 'rest' && { rest: 'people' }) })
  const agenda = (path: string, query: Record<string, string>): string | null =>
    maySeeAgenda ? `/crm/AgendaComercial/${path}?${new URLSearchParams({ from: monthFrom, to: day, ...query })}` : null
  return {
    // Of the person those of today among the clients of whoever is chosen.
    stock: (key: 'clients' | 'totalCapital', whose: Whose) =>
      figure(key, { from: day, ...(typeof whose === 'object' ? { ...chosen, manager: whose.id } : ofOthers(whose)) }),
    captation: (key: CaptationFigure, from: string, whose: Whose) =>
      figure(key, { from, ...(typeof whose === 'object' ? { of: whose.id, view: 'individual' } : ofOthers(whose)) }),
    calls: (owner: string) => agenda('llamadas', { owner }),
    meetings: (owner: string) => agenda('reuniones', { owner, state: 'held' }),
    newContacts: (owner: string) => agenda('contactos', { owner }),
    converted: (owner: string) =>
      maySeeAgenda
        ? `/crm/AgendaComercial/contactos?${new URLSearchParams({ convertedFrom: monthFrom, convertedTo: day, owner })}`
        : null,
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
      <span className={classes.picture}>
        <StaffPicture employeeId={id} name={name} pictureId={pictureId} />
      </span>
      <span className={classes.words}>
        <span translate="no">{name}</span>
        <span className={textClasses.quiet}>
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

const activities = ['calls', 'meetings', 'newContacts'] as const

const columns = ['clients', 'capital', 'yearGross', 'goal', 'lifetimeGross', 'lifetimeNet', ...activities] as const

type Column = (typeof columns)[number]
/** What belongs together stands under each other: a line has two lines of words already, and the table fits its place. */
const beneath: Partial<Record<Column, 'yearOut' | 'lifetimeOut' | 'achievement' | 'converted'>> = {
  yearGross: 'yearOut',
  goal: 'achievement',
  lifetimeGross: 'lifetimeOut',
  newContacts: 'converted',
}
const firstColumns = { capital: 'capital', year: 'yearGross', lifetime: 'lifetimeGross', name: 'capital' } as const

type Sums = Pick<PersonCaptation, 'gross' | 'out' | 'net'>
/** Of one person, as large as is likely. */
const widestGoal = '9999999.99'
const nothing: Sums = { gross: '0.00', out: '0.00', net: '0.00' }

/** Each number opens its rows, where the person may see them; what is still being worked out is '…'. */
export const PeopleTable = (props: Props) => {
  const { people, year, lifetime, sort } = props
  const { t } = useTranslation('people-dashboard')
  const format = useFormatters()
  const links = usePersonLinks(people)
  const ofYear = listByPerson(year)
  const ofLife = listByPerson(lifetime)
  const isActivityShown = people.people.some(({ calls }) => calls !== null)
  const shownColumns = columns.filter((column) => isActivityShown || !activities.some((one) => one === column))
  // A telephone begins with what people are ordered by.
  const firstColumn = shownColumns.indexOf(firstColumns[sort])
  const isAside = (column: Column): true | undefined => shownColumns.indexOf(column) < firstColumn || undefined
  const renderCount = (count: number | null, href: string | null = null) => {
    // What isn't the caller's to know is no zero.
    if (count === null) return null
    if (count === 0) return '–'
    return renderLinked(format.number(count), href)
  }
  const renderAmount = (amount: string | null | undefined, href: string | null) =>
    renderLinkedAmount(format, amount, href)
  const renderShare = (share: string | null | undefined, href: string | null) =>
    share == null ? '–' : renderLinked(format.percent(share), href)
  const waits = (
    <span className={classes.waits} aria-busy>
      …
    </span>
  )
  // What was raised has about as many digits as the capital: the columns are as wide before it is there. A digit more would not fit a laptop.
  const renderWithRoom = (sum: ReactNode, widest = people.total.capital) => (
    <>
      {sum}
      <span className={classes.room} aria-hidden>
        {renderAmount(widest, null)}
      </span>
    </>
  )
  const renderSums = (whose: Whose, captation: Captation | undefined, sums: Sums) => {
    const show = (key: keyof Sums, figure: CaptationFigure) =>
      captation ? renderAmount(sums[key], links.captation(figure, captation.from, whose)) : waits
    return { gross: show('gross', 'captation'), out: show('out', 'captationOut'), net: show('net', 'netCaptation') }
  }
  const renderCells = (cells: Partial<Record<Column, ReactNode>>) =>
    shownColumns.map((column) => (
      <td key={column} data-aside={isAside(column)}>
        {cells[column]}
      </td>
    ))
  const renderStock = (stock: People['rest'], whose: Whose) => ({
    clients: renderCount(stock.clients, links.stock('clients', whose)),
    capital: renderAmount(stock.capital, links.stock('totalCapital', whose)),
  })
  const renderBoth = (value: ReactNode, under: ReactNode) => (
    <>
      {value}
      <span className={tables.beneath}>{under}</span>
    </>
  )
  const nameSums = (ofYear: ReturnType<typeof renderSums>, ofLife: ReturnType<typeof renderSums>) => ({
    yearGross: renderBoth(ofYear.gross, ofYear.out),
    lifetimeGross: renderBoth(ofLife.gross, ofLife.out),
    lifetimeNet: ofLife.net,
  })
  const withRoom = (sums: ReturnType<typeof nameSums>) => ({
    yearGross: renderWithRoom(sums.yearGross),
    lifetimeGross: renderWithRoom(sums.lifetimeGross),
    lifetimeNet: renderWithRoom(sums.lifetimeNet),
  })
  const renderWhole = (part: 'rest' | 'total') =>
    renderCells({
      ...renderStock(people[part], part),
      goal: renderWithRoom(null, widestGoal),
      ...withRoom(
        nameSums(
          renderSums(part, year, year?.[part] ?? nothing),
          renderSums(part, lifetime, lifetime?.[part] ?? nothing),
        ),
      ),
    })
  const renderGoal = (own: PersonCaptation | undefined, href: string | null) =>
    own?.goal == null ? '–' : renderBoth(renderAmount(own.goal, href), renderShare(own.achievement, href))
  const renderPerson = (person: StaffLine) => {
    const { id } = person
    const own = ofYear.get(id)
    return renderCells({
      ...renderStock(person, person),
      ...nameSums(renderSums(person, year, own ?? nothing), renderSums(person, lifetime, ofLife.get(id) ?? nothing)),
      goal: year ? renderGoal(own, links.goal(id)) : renderBoth(waits, waits),
      calls: renderCount(person.calls, links.calls(id)),
      meetings: renderCount(person.meetings, links.meetings(id)),
      newContacts: renderBoth(
        renderCount(person.newContacts, links.newContacts(id)),
        renderCount(person.converted, links.converted(id)),
      ),
    })
  }
  return (
    <ScrollFrame label={t('table')}>
      <table className={tables.numbers} data-held>
        <thead>
          <tr>
            <th scope="col">{t('fields.name')}</th>
            {shownColumns.map((column) => (
              <th key={column} scope="col" data-aside={isAside(column)}>
                {t(`fields.${column}`)}
                {beneath[column] && <span className={tables.beneath}>{t(`fields.${beneath[column]}`)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.people}>
          {listShown(props).map((person) => (
            <tr key={person.id}>
              <th scope="row">
                <PersonName person={person} />
              </th>
              {renderPerson(person)}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('rest')}</th>
            {renderWhole('rest')}
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {renderWhole('total')}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}
