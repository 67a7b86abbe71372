import { Modal } from '@mantine/core'
import { IconArrowBackUp, IconEye, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listViews } from '#contract/session.ts'
import { useErrorText } from '#web/core/error-text.ts'
import { read } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useUnsavedForms } from '#web/core/unsaved.ts'
import { leaveView, takeView } from '#web/core/view.ts'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import classes from './palette.module.css'
import { askForView } from './view-choice.ts'

const pause = 120

/** The words once typing rests. */
const useRested = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

type Choice = { key: string; title: string; note: string; own: boolean; go: () => Promise<never> }

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
      : [{ key: 'own', title: t('back'), note: session?.fullName ?? '', own: true, go: leaveView }]
  const others: Choice[] = (answer.data?.views ?? [])
    .filter(({ cvl }) => cvl !== acting)
    .map(({ cvl, name, position, officeName }) => ({
      key: cvl,
      title: name,
      note: `${cvl} · ${t(`positions.${position as 'manager'}`)} · ${officeName}`,
      own: false,
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
  const id = useId()
  useFocusBack()
  const unsaved = useUnsavedForms(({ forms }) => forms.size > 0)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [going, setGoing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { choices, more, failed, busy } = useChoices(text)
  const at = Math.min(chosen, choices.length - 1)
  const go = (choice: Choice): void => {
    if (going) return
    setGoing(true)
    choice.go().catch((error: unknown) => {
      setFailure(error)
      setGoing(false)
    })
  }
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && choices.length) {
      event.preventDefault()
      setChosen((at + step + choices.length) % choices.length)
    }
    // What is shown may still be for fewer letters: nobody's view is taken by mistake.
    const choice = choices[at]
    if (event.key === 'Enter' && choice && !busy) go(choice)
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
    <Modal.Root
      opened
      onClose={() => askForView(false)}
      size="lg"
      lockScroll={false}
      centered={false}
      yOffset="12vh"
      transitionProps={{ duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('shell:profile.changeView')}>
        <div className={classes.field}>
          <IconSearch size={20} stroke={1.6} aria-hidden />
          <input
            className={classes.input}
            type="text"
            role="combobox"
            aria-label={t('search')}
            aria-expanded
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={choices[at] ? `${id}-${at}` : undefined}
            placeholder={t('search')}
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            data-autofocus
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setChosen(0)
              setFailure(null)
            }}
            onKeyDown={press}
          />
          <kbd className={classes.escape}>Esc</kbd>
        </div>
        <div role="alert">{failure !== null && <p className={classes.failure}>{textOf(failure)}</p>}</div>
        {unsaved && <p className={classes.says}>{t('shell:prefixSwitch.unsaved')}</p>}
        <div id={id} role="listbox" aria-label={t('shell:profile.changeView')} className={classes.found}>
          {choices.map((choice, place) => (
            // biome-ignore lint/a11y: the focus stays in the field, whose keys move and choose.
            <div
              key={choice.key}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === at}
              className={classes.item}
              onMouseMove={() => setChosen(place)}
              onClick={() => go(choice)}
              ref={(element) => {
                if (place === at) element?.scrollIntoView({ block: 'nearest' })
              }}
            >
              {choice.own ? <IconArrowBackUp size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />}
              <span className={classes.title}>{choice.title}</span>
              <span className={classes.note}>{choice.note}</span>
            </div>
          ))}
        </div>
        <p className={classes.says} role="status">
          {says}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}
