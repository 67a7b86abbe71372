import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './keyboard-help.module.css'

const rows = [
  { keys: ['Ctrl', 'K'], text: 'palette' },
  { keys: ['/'], text: 'search' },
  { keys: ['j', 'k'], text: 'move' },
  { keys: ['Enter'], text: 'open' },
  { keys: ['[', ']'], text: 'record' },
  { keys: ['g', 'c'], text: 'clients' },
  { keys: ['?'], text: 'help' },
] as const

/** Every key that does something. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <Modal opened onClose={onClose} title={t('keys.title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <dl className={classes.list}>
        {rows.map(({ keys, text }) => (
          <div key={text} className={classes.row}>
            <dt>{t(`keys.${text}`)}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
