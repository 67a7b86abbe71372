import { Button, Kbd, Modal } from '@mantine/core'
import { Fragment, useState } from 'react'
import type texts from '#locales/es/keys.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { listBoundKeys } from '#web/ui/list/use-key-bindings.ts'
import textClasses from '#web/ui/text.module.css'
import { startTour } from '#web/ui/tour/start-tour.ts'
import { useRestoreFocus } from '#web/ui/use-restore-focus.ts'
import classes from './keyboard-help.module.css'
import { findEditPath, listGoToLetters } from './use-shortcuts.ts'

type ShortcutRow = { keys: readonly string[]; text: keyof typeof texts; inTurn?: true }

/** Keys of the page in sight, by the key to which a part of it listens. */
const pageRows: readonly (ShortcutRow & { bound: string })[] = [
  { keys: ['/'], text: 'search', bound: '/' },
  { keys: ['j', 'k'], text: 'move', bound: 'j' },
  { keys: ['x'], text: 'select', bound: 'x' },
  { keys: ['Shift', 'X'], text: 'selectTo', bound: 'X' },
  { keys: ['.'], text: 'rowActions', bound: '.' },
  { keys: ['p'], text: 'peek', bound: 'p' },
  { keys: ['['], text: 'previous', bound: '[' },
  { keys: [']'], text: 'next', bound: ']' },
  { keys: ['n'], text: 'create', bound: 'n' },
  { keys: ['a'], text: 'approve', bound: 'a' },
  { keys: ['r'], text: 'reject', bound: 'r' },
]

const goToTexts: Record<string, keyof typeof texts> = {
  a: 'agenda',
  c: 'clients',
  d: 'dashboard',
  i: 'approvals',
  m: 'day',
  p: 'personal',
  s: 'settings',
  v: 'maturities',
}

/** Every key that does something here, for this person. */
const listShortcuts = (): ShortcutRow[] => {
  const bound = listBoundKeys()
  const hasRowMenus = document.querySelector('[data-row] [aria-haspopup="menu"]') !== null
  const hasRows = document.querySelector('[data-row]') !== null
  return [
    { keys: ['Ctrl', 'K'], text: 'palette' },
    ...pageRows.filter((row) => bound.has(row.bound) && (row.bound !== '.' || bound.has('x') || hasRowMenus)),
    ...(hasRows ? [{ keys: ['Enter'], text: 'open' } as const] : []),
    ...(findEditPath() ? [{ keys: ['e'], text: 'edit' } as const] : []),
    ...listGoToLetters().map((letter) => ({ keys: ['g', letter], text: goToTexts[letter]!, inTurn: true }) as const),
    { keys: ['?'], text: 'help' },
  ]
}

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['keys', 'common', 'tour'])
  const [rows] = useState(listShortcuts)
  useRestoreFocus()
  return (
    <Modal opened onClose={onClose} title={t('title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <dl className={classes.list}>
        {rows.map(({ keys, text, inTurn }) => (
          <div key={text} className={classes.row}>
            <dt>{t(text)}</dt>
            <dd>
              {keys.map((key, place) => (
                <Fragment key={key}>
                  {place > 0 && inTurn && <span className={textClasses.quiet}>{t('between')}</span>}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Button
        variant="default"
        fullWidth
        mt="md"
        onClick={() => {
          onClose()
          void startTour()
        }}
      >
        {t('tour:start')}
      </Button>
    </Modal>
  )
}
