import { IconArrowBackUp, IconEye } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listViews } from '#contract/auth.ts'
import { useErrorText } from '#web/core/error-text.ts'
import { read } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useUnsavedForms } from '#web/core/unsaved.ts'
import { leaveView, takeView } from '#web/core/view.ts'
import { Chooser, type Line } from './chooser.tsx'
import classes from './palette.module.css'
import { useRested } from './use-rested.ts'
import { askForView } from './view-choice.ts'

type Choice = Line & { go: () => Promise<never> }

/** The own view first, while in another's; then whoever is within reach and fits the words. */
const useChoices = (text: string) => {
  const { t } = useTranslation('view')
  const session = useSession((state) => state.session)
  const search = useRested(text.trim())
  const query = search ? { search } : {}
  const answer = useQuery({ ...read(listViews, { query }), placeholderData: keepPreviousData })
  const acting = session?.actingCvl ?? null
  const own: Choice[] =
    acting === null || search !== ''
      ? []
      : [{ key: 'own', title: t('back'), note: session?.fullName ?? '', icon: IconArrowBackUp, go: leaveView }]
  const others: Choice[] = (answer.data?.views ?? [])
    .filter(({ cvl }) => cvl !== acting)
    .map(({ cvl, name, position, officeName }) => ({
      key: cvl,
      title: name,
      note: `${cvl} · ${t(`positions.${position as 'manager'}`)} · ${officeName}`,
      icon: IconEye,
      go: () => takeView(cvl),
    }))
  return {
    choices: [...own, ...others],
    more: answer.data?.more ?? false,
    failed: answer.isError,
    busy: text.trim() !== search || answer.isFetching,
  }
}

/** Chooses in whose view to work: words narrow, arrows move, Enter takes. */
export default function ViewDialog() {
  const { t } = useTranslation(['view', 'shell', 'common'])
  const textOf = useErrorText()
  const unsaved = useUnsavedForms(({ forms }) => forms.size > 0)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [going, setGoing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { choices, more, failed, busy } = useChoices(text)
  const go = (choice: Choice): void => {
    if (going) return
    setGoing(true)
    choice.go().catch((error: unknown) => {
      setFailure(error)
      setGoing(false)
    })
  }
  const says = going
    ? t('going')
    : failed
      ? t('failed')
      : busy
        ? t('searching')
        : choices.length === 0
          ? t(text.trim() ? 'nothing' : 'nobody', { text: text.trim() })
          : t(more ? 'more' : 'how')
  return (
    <Chooser
      label={t('shell:profile.changeView')}
      fieldLabel={t('search')}
      hint={t('search')}
      text={text}
      onText={(typed) => {
        setText(typed)
        setFailure(null)
      }}
      groups={[{ name: null, lines: choices }]}
      chosen={chosen}
      onChosen={setChosen}
      // What is shown may still be for fewer letters: nobody's view is taken by mistake.
      onEnter={(choice) => choice && !busy && go(choice)}
      onGo={go}
      says={says}
      onClose={() => askForView(false)}
    >
      <div role="alert">{failure !== null && <p className={classes.failure}>{textOf(failure)}</p>}</div>
      {unsaved && <p className={classes.says}>{t('shell:prefixSwitch.unsaved')}</p>}
    </Chooser>
  )
}
