import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listTeamPeople, type TeamView, teamViews } from '#contract/team.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { Picker } from '#web/ui/list/picker.tsx'

const teamPeopleQuery = { ...buildQueryOptions(listTeamPeople, {}), staleTime: 5 * 60_000 }

/** Everybody whose figures may be asked for. */
export const useTeamPeople = () => useQuery(teamPeopleQuery).data?.people

/** True while they are on their way for the first time. */
export const useAreTeamPeopleComing = (): boolean => useQuery(teamPeopleQuery).isLoading

/** What an address says of the view; the individual one unless it says otherwise. */
export const readTeamView = (params: URLSearchParams): TeamView =>
  teamViews.find((known) => known === params.get('view')) ?? 'individual'

type Props = {
  person: string | undefined
  onPerson: (id: string) => void
  /** What nobody in particular is called, where that can be chosen: it is picked as ''. */
  everybody?: string
  /** Missing where both are shown at once. */
  view?: TeamView
  onView?: (view: TeamView) => void
}

/** Of whom: somebody within reach, alone or with everybody under them. What is chosen stands in the address of the screen. */
export const TeamViewPicker = ({ person, onPerson, everybody, view, onView }: Props) => {
  const { t } = useTranslation('team')
  const people = useTeamPeople()
  const chosen = people?.find(({ id }) => id === person)
  const options = (people ?? []).map(({ id, name, cvl }) => ({ value: id, label: `${name} · ${cvl}` }))
  return (
    <div className={layoutClasses.line}>
      <Picker
        options={everybody ? [{ value: '', label: everybody }, ...options] : options}
        value={person}
        onPick={onPerson}
        label={t('person.label')}
        searchLabel={t('person.search')}
        emptyText={t('person.nobody')}
        target={(toggle) => (
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />} onClick={toggle}>
            {chosen?.name ?? everybody ?? t('person.label')}
          </Button>
        )}
      />
      {view && onView && (
        <ChoiceButtons
          label={t('views.label')}
          options={teamViews.map((value) => ({ value, label: t(`views.${value}`) }))}
          value={view}
          onPick={onView}
        />
      )}
    </div>
  )
}
