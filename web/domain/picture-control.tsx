import { Button } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import {
  removeOwnProfilePicture,
  removeProfilePicture,
  setOwnProfilePicture,
  setProfilePicture,
} from '#contract/pictures.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { useAction } from '#web/ui/use-action.ts'
import classes from './picture-control.module.css'
import { StaffPicture } from './staff-picture.tsx'

const LazyCropDialog = lazy(() => import('./crop-dialog.tsx'))

type Props = {
  employeeId: string
  name: string
  pictureId: string | null
  /** One's own: sent as oneself, without a right over the staff. */
  own?: true
}

/** Sends and removes, one after the other, and says what went wrong. */
const usePictureUpload = ({ employeeId, own }: Props) => {
  const { busy, failure, setFailure, run } = useAction()
  const params = { employeeId }
  return {
    busy,
    failure,
    fail: setFailure,
    send: (content: Blob) =>
      run(() =>
        own ? callEndpoint(setOwnProfilePicture, { content }) : callEndpoint(setProfilePicture, { params, content }),
      ),
    remove: () =>
      run(() => (own ? callEndpoint(removeOwnProfilePicture, {}) : callEndpoint(removeProfilePicture, { params }))),
  }
}

/** The picture of a member of staff with what changes it. The screen loads the texts 'picture'. */
export const EmployeePictureControl = (props: Props) => {
  const { employeeId, name, pictureId } = props
  const { t } = useTranslation('pictures')
  const input = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<ImageBitmap | null>(null)
  const { busy, failure, fail, send, remove } = usePictureUpload(props)
  const close = (): void => {
    picked?.close()
    setPicked(null)
  }
  const pick = async (file: File): Promise<void> => {
    fail(null)
    try {
      setPicked(await createImageBitmap(file))
    } catch {
      // The browser can't read it either, and says nothing more of why.
      fail(new CallError(422, { code: 'file.notAnImage' }))
    }
  }
  return (
    <div className={classes.control}>
      <StaffPicture employeeId={employeeId} name={name} pictureId={pictureId} size="large" />
      <div className={classes.words}>
        <div className={layoutClasses.buttons}>
          <Button variant="default" disabled={busy} aria-busy={busy} onClick={() => input.current?.click()}>
            {t(pictureId ? 'change' : 'set')}
          </Button>
          {pictureId && (
            <Button variant="subtle" disabled={busy} onClick={() => void remove()}>
              {t('remove')}
            </Button>
          )}
        </div>
        <p className={textClasses.hint}>{t('hint')}</p>
        <FailureMessage of={failure} />
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('file')}
        accept={setProfilePicture.upload.types.join(',')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be picked again.
          currentTarget.value = ''
          if (file) void pick(file)
        }}
      />
      {picked && (
        <Suspense>
          <LazyCropDialog
            picture={picked}
            onClose={close}
            onDone={(content) => {
              close()
              void send(content)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
