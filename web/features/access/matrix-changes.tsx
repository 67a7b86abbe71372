import { Button } from '@mantine/core'
import type { CellGrant, MatrixCell } from '#contract/access.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './access.module.css'
import { buildCellKey, isSameCell, type MatrixEdit } from './matrix-edits.ts'
import { useAccessTexts } from './use-access-texts.ts'

export type MatrixFormValues = { cells: MatrixEdit[]; reason: string }
type Props = {
  sending: SubmitFormState<MatrixFormValues>
  cells: readonly MatrixCell[]
  edits: readonly MatrixEdit[]
  onEdits: (edits: MatrixEdit[]) => void
}

const emptyCell: CellGrant = { actions: [], scope: 'own' }

/** What is about to be sent, in words. Where somebody else has changed a cell meanwhile, it is chosen which of both is to stand. */
export const MatrixChangesForm = ({ sending, cells, edits, onEdits }: Props) => {
  const { t } = useTranslation(['permissions', 'shell', 'access'])
  const words = useAccessTexts()
  const fieldText = useFieldErrorText()
  const { register, formState } = sending.form
  const rows = edits.flatMap((edit) => {
    const cell = cells.find((one) => buildCellKey(one) === buildCellKey(edit))
    return cell ? [{ edit, cell, moved: !isSameCell(cell.firm, edit.seen) }] : []
  })
  const moved = rows.some((row) => row.moved)
  const without = (edit: MatrixEdit): MatrixEdit[] => edits.filter((one) => one !== edit)
  return (
    // There without being seen while nothing is edited: a draft of before comes back into it.
    <div hidden={edits.length === 0}>
      <Section title={t('changes.title', { count: edits.length })}>
        <Form
          formState={moved ? { ...sending, failure: null } : sending}
          label={t('changes.title', { count: edits.length })}
          draft="access.matrix"
          actions={
            <>
              <SubmitButton busy={sending.busy}>{t('changes.send')}</SubmitButton>
              <Button variant="default" onClick={() => sending.form.reset({ cells: [], reason: '' })}>
                {t('changes.discard')}
              </Button>
            </>
          }
        >
          <div role="alert">{moved && <p className={classes.conflict}>{t('changes.moved')}</p>}</div>
          <ul className={classes.changes}>
            {rows.map(({ edit, cell, moved: other }) => (
              <li key={buildCellKey(edit)}>
                <strong>
                  {t(`shell:roles.${edit.role}`)} · {t(`access:modules.${edit.module}`)}
                </strong>
                <span>
                  {words.cell(edit.seen ?? cell.product ?? emptyCell)} →{' '}
                  {words.cell(edit.to ?? cell.product ?? emptyCell)}
                </span>
                {other && (
                  <span className={classes.choice}>
                    {t('changes.now', { cell: words.cell(cell.effective) })}
                    <Button
                      variant="default"
                      size="compact-xs"
                      onClick={() =>
                        onEdits(
                          isSameCell(edit.to, cell.firm)
                            ? without(edit)
                            : edits.map((one) => (one === edit ? { ...edit, seen: cell.firm } : one)),
                        )
                      }
                    >
                      {t('changes.mine')}
                    </Button>
                    <Button variant="default" size="compact-xs" onClick={() => onEdits(without(edit))}>
                      {t('changes.theirs')}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
          <ReasonField
            label={t('reason.label')}
            description={t('reason.hint')}
            error={fieldText(formState.errors.reason)}
            {...register('reason', reasonRules)}
          />
        </Form>
      </Section>
    </div>
  )
}
