import { Button, Popover, Radio } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { type ExportFormat, exportFormats } from '#contract/core/list.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { useDeclaredPageActions } from '#web/ui/page-actions.ts'
import textClasses from '#web/ui/text.module.css'
import classes from './export.module.css'

type Props = {
  /** `columns` as shown, or undefined for all. */
  onStart: (format: ExportFormat, columns: 'shown' | 'all') => void
  /** There is nothing to choose but the form: the file has it all. */
  hasFixedColumns?: true
}

/** Asks for the form of the file, then starts it. */
export const ExportButton = ({ onStart, hasFixedColumns }: Props) => {
  const { t } = useTranslation('list')
  const [opened, setOpened] = useState(false)
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [columns, setColumns] = useState<'shown' | 'all'>('shown')
  useDeclaredPageActions([{ key: 'export', title: t('export.open'), run: () => setOpened(true) }])
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus shadow="md" width={300}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          classNames={{ section: classes.icon ?? '' }}
          onClick={() => setOpened(!opened)}
        >
          <span className={classes.label}>{t('export.open')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('export.open')}>
        <form
          className={layoutClasses.rows}
          onSubmit={(event) => {
            event.preventDefault()
            setOpened(false)
            onStart(format, columns)
          }}
        >
          <Radio.Group label={t('export.format')} value={format} onChange={(value) => setFormat(value as ExportFormat)}>
            {exportFormats.map((value) => (
              <Radio key={value} size="xs" mt={8} value={value} label={t(`export.${value}`)} />
            ))}
          </Radio.Group>
          {!hasFixedColumns && (
            <>
              <Radio.Group
                label={t('export.columns')}
                value={columns}
                onChange={(value) => setColumns(value as typeof columns)}
              >
                <Radio size="xs" mt={8} value="shown" label={t('export.shown')} />
                <Radio size="xs" mt={8} value="all" label={t('export.all')} />
              </Radio.Group>
              <p className={textClasses.smallHint}>{t('export.scope')}</p>
            </>
          )}
          <SubmitButton>{t('export.start')}</SubmitButton>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
