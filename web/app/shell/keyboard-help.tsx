import { Kbd, Modal } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useRestoreFocus } from '#web/ui/use-restore-focus.ts'
import { listReachableScreens } from '../screens.ts'
import classes from './keyboard-help.module.css'

const shortcutRows = [
  { keys: ['Ctrl', 'K'], text: 'palette' },
  { keys: ['/'], text: 'search' },
  { keys: ['j', 'k'], text: 'move' },
  { keys: ['x'], text: 'select', to: '/crm/Aprobaciones' },
  { keys: ['Shift', 'X'], text: 'selectTo', to: '/crm/Aprobaciones' },
  { keys: ['Enter'], text: 'open' },
  { keys: ['[', ']'], text: 'record' },
  { keys: ['g', 'c'], text: 'clients', inTurn: true, to: '/clientes' },
  { keys: ['g', 'p'], text: 'personal', inTurn: true },
  { keys: ['g', 's'], text: 'settings', inTurn: true, to: '/crm/Ajustes' },
  { keys: ['?'], text: 'help' },
] as const satisfies readonly { keys: readonly string[]; text: string; inTurn?: true; to?: string }[]

/** Every key that does something for this person. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  useRestoreFocus()
  const open = listReachableScreens().map(({ path }) => path)
  const mine = shortcutRows.filter((row) => !('to' in row) || open.includes(row.to))
  return (
    <Modal opened onClose={onClose} title={t('keys.title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <dl className={classes.list}>
        {mine.map(({ keys, text, ...row }) => (
          <div key={text} className={classes.row}>
            <dt>{t(`keys.${text}`)}</dt>
            <dd>
              {keys.map((key, place) => (
                <Fragment key={key}>
                  {place > 0 && 'inTurn' in row && <span className={classes.between}>{t('keys.between')}</span>}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
