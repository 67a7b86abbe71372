import { ActionIcon } from '@mantine/core'
import { IconBold, IconItalic, IconList, IconListNumbers } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import type { TextFormat } from './format-selection.ts'
import classes from './records.module.css'

const formats: readonly (readonly [TextFormat, ComponentType<{ size?: number; stroke?: number }>, string?])[] = [
  ['bold', IconBold, 'Ctrl+B'],
  ['italic', IconItalic, 'Ctrl+I'],
  ['bullets', IconList],
  ['numbers', IconListNumbers],
]

/** Sets off what is chosen in the field above. */
export const FormatToolbar = ({ onFormat }: { onFormat: (format: TextFormat) => void }) => {
  const { t } = useTranslation('records')
  return (
    <fieldset className={classes.toolbar} aria-label={t('format.label')}>
      {formats.map(([format, Icon, keys]) => (
        <ActionIcon
          key={format}
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t(`format.${format}`)}
          title={keys ? `${t(`format.${format}`)}  ${keys}` : t(`format.${format}`)}
          // The field keeps the focus, and what is chosen in it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        >
          <Icon size={16} stroke={1.5} />
        </ActionIcon>
      ))}
    </fieldset>
  )
}
