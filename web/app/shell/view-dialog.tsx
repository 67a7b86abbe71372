import { IconArrowBackUp, IconEye } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listStaffViews } from '#contract/auth/staff-view.ts'
import { endActingView, startActingView } from '#web/core/acting-view.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useUnsavedForms } from '#web/core/unsaved-forms.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import classes from './palette.module.css'
import { SearchDialog, type SearchOption } from './search-dialog.tsx'
import { usePendingEnter } from './use-pending-enter.ts'
import { setViewDialogOpen } from './view-choice.ts'

type ViewOption = SearchOption & { switchView: () => Promise<never> }

/** The own view first, while in another's; then whoever is within reach and fits the words. */
const useViewOptions = (text: string) => {
  const { t } = useTranslation('view')
  const session = useSession((state) => state.session)
  const search = useDebounced(text.trim())
  const query = search ? { search } : {}
  const answer = useQuery({ ...buildQueryOptions(listStaffViews, { query }), placeholderData: keepPreviousData })
  const acting = session?.actingCvl ?? null
  const own: ViewOption[] =
    acting === null || search !== ''
      ? []
      : [
          {
            key: 'own',
            title: t('back'),
            note: session?.fullName ?? '',
            icon: IconArrowBackUp,
            switchView: endActingView,
          },
        ]
  const others: ViewOption[] = (answer.data?.views ?? [])
    .filter(({ cvl }) => cvl !== acting)
    .map(({ cvl, name, position, officeName }) => ({
      key: cvl,
      title: name,
      note: `${cvl} · ${t(`positions.${position as 'manager'}`)} · ${officeName}`,
      icon: IconEye,
      switchView: () => startActingView(cvl),
    }))
  return {
    choices: [...own, ...others],
    more: answer.data?.more ?? false,
    failed: answer.isError,
    busy: text.trim() !== search || answer.isFetching,
  }
}

/** Chooses in whose view to work: words narrow, arrows move, Enter takes. */
export default function ViewSwitchDialog() {
  const { t } = useTranslation(['view', 'shell', 'common'])
  const textOf = useErrorMessage()
  const unsaved = useUnsavedForms(({ forms }) => forms.size > 0)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [going, setGoing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { choices, more, failed, busy } = useViewOptions(text)
  const go = (choice: ViewOption): void => {
    if (going) return
    setGoing(true)
    choice.switchView().catch((error: unknown) => {
      setFailure(error)
      setGoing(false)
    })
  }
  const setEnterPending = usePendingEnter(busy, choices[Math.min(chosen, choices.length - 1)], go)
  const statusText = going
    ? t('going')
    : failed
      ? t('failed')
      : busy
        ? t('searching')
        : choices.length === 0
          ? t(text.trim() ? 'nothing' : 'nobody', { text: text.trim() })
          : t(more ? 'more' : 'how')
  return (
    <SearchDialog
      label={t('shell:profile.changeView')}
      fieldLabel={t('search')}
      hint={t('search')}
      text={text}
      onText={(typed) => {
        setText(typed)
        setFailure(null)
        setEnterPending(false)
      }}
      groups={[{ name: null, lines: choices }]}
      selectedIndex={chosen}
      onChosen={setChosen}
      // What is shown may still be for fewer letters: nobody's view is taken by mistake.
      onEnter={(choice) => (busy ? setEnterPending(true) : choice && go(choice))}
      onGo={go}
      statusText={statusText}
      onClose={() => setViewDialogOpen(false)}
    >
      <div role="alert">{failure !== null && <p className={classes.failure}>{textOf(failure)}</p>}</div>
      {unsaved && <p className={classes.says}>{t('shell:prefixSwitch.unsaved')}</p>}
    </SearchDialog>
  )
}
