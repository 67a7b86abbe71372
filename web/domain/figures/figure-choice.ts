import { parseId } from '#contract/core/filter-check.ts'
import { type FigureRange, figureRanges } from '#contract/figures.ts'
import { type TeamView, teamViews } from '#contract/team.ts'
import { buildFigurePeriod, type DayRange } from '#rules/figure-period.ts'
import { useSession } from '#web/core/session.ts'
import { useAddress } from '#web/core/use-address.ts'

/** Of whom and of when: as the address says, or as it was chosen last. */
export type FigureChoice = {
  range: FigureRange
  from: string | null
  to: string | null
  of: string | null
  view: TeamView
}

const choiceParams = ['range', 'from', 'to', 'of', 'view'] as const

/** What was chosen last in this tab, as parameters, and in which session: the next screen of figures begins with it, and nobody else's. */
let lastChoice = { session: '', params: new URLSearchParams() }

const getSessionKey = (): string => {
  const { user, session } = useSession.getState()
  return `${user?.username} ${session?.prefix} ${session?.actingCvl ?? session?.cvl}`
}

const getLastChoice = (): URLSearchParams =>
  lastChoice.session === getSessionKey() ? lastChoice.params : new URLSearchParams()

const pickChoice = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams(choiceParams.flatMap((name) => (params.has(name) ? [[name, params.get(name)!]] : [])))

/** Whether the address itself says of whom and of when. */
export const hasOwnChoice = (params: URLSearchParams): boolean => pickChoice(params).size > 0

export const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)

/** What the address says, or where it says nothing the last choice of this session. What isn't known counts as not said. */
export const readFigureChoice = (params: URLSearchParams): FigureChoice => {
  const chosen = hasOwnChoice(params) ? pickChoice(params) : getLastChoice()
  const day = (name: 'from' | 'to'): string | null => {
    const text = chosen.get(name)
    return isDay(text) ? text : null
  }
  return {
    range: figureRanges.find((known) => known === chosen.get('range')) ?? 'month',
    from: day('from'),
    to: day('to'),
    of: parseId(chosen.get('of')) ?? null,
    view: teamViews.find((known) => known === chosen.get('view')) ?? 'individual',
  }
}

/** Whether days of one's own are chosen, and the first isn't after the last. */
export const hasDays = ({ range, from, to }: FigureChoice): boolean =>
  range !== 'custom' || (from !== null && to !== null && from <= to)

/** The days that the choice means today; undefined where days of one's own are missing. */
export const resolveFigureDays = (choice: FigureChoice, today: string): DayRange | undefined => {
  if (!hasDays(choice) || !today) return undefined
  const { range, from, to } = choice
  return buildFigurePeriod(range === 'custom' ? { from: from!, to: to! } : range, today)
}

/** What a call is asked with. */
export const toFigureQuery = ({ range, from, to, of, view }: FigureChoice) => ({
  range,
  ...(range === 'custom' && from && to && { from, to }),
  ...(of && { of, view }),
})

/** The same for an address. */
export const toFigureParams = (choice: FigureChoice): URLSearchParams =>
  new URLSearchParams(toFigureQuery(choice) as Record<string, string>)

/** The choice, and how to change it: a change goes to the first page. */
export const useFigureChoice = () => {
  const [params, changeAddress] = useAddress()
  const choice = readFigureChoice(params)
  const choose = (change: Partial<FigureChoice>): void => {
    changeAddress((params) => {
      const own = toFigureParams({ ...readFigureChoice(params), ...change })
      lastChoice = { session: getSessionKey(), params: own }
      const others = [...params].filter(([name]) => !choiceParams.some((known) => known === name) && name !== 'page')
      return new URLSearchParams([...others, ...own])
    })
  }
  return { choice, choose }
}

/** Of whom alone, as a call is asked with it. */
export const toPersonQuery = ({ of, view }: FigureChoice) => (of ? { of, view } : {})
