import { Button } from '@mantine/core'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { type Crop, computeCropSquare, fullCrop, maxZoom, moveCrop } from './crop-area.ts'
import classes from './picture-control.module.css'

/** Pixels of a side of what is sent, and of the stage: twice as many as it measures, for fine screens. */
const croppedSizePx = 512
const cropStageSizePx = 560

const drawCroppedImage = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void => {
  const { side: from, left, top } = computeCropSquare(picture, crop)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, from, from, 0, 0, canvas.width, canvas.height)
}

const renderCroppedImage = (picture: ImageBitmap, crop: Crop): Promise<Blob | null> => {
  const canvas = document.createElement('canvas')
  canvas.width = croppedSizePx
  canvas.height = croppedSizePx
  drawCroppedImage(canvas, picture, crop)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
}

type Props = { picture: ImageBitmap; onDone: (content: Blob) => void; onClose: () => void }

const cropRanges = { zoom: [1, maxZoom], x: [0, 1], y: [0, 1] } as const

/** Which part of the picture is kept: by dragging it, or with the sliders. Mounted while it asks. */
export default function CropDialog({ picture, onDone, onClose }: Props) {
  const { t } = useTranslation(['pictures', 'common'])
  const [crop, setCrop] = useState(fullCrop)
  const stage = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (stage.current) drawCroppedImage(stage.current, picture, crop)
  }, [picture, crop])
  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent): void => {
    if (buttons === 0) return
    const { width } = currentTarget.getBoundingClientRect()
    setCrop((before) => moveCrop(picture, before, { x: movementX, y: movementY }, width))
  }
  const room = computeCropSquare(picture, crop)
  const isFixed = { zoom: false, x: picture.width - room.side < 1, y: picture.height - room.side < 1 }
  const finish = async (): Promise<void> => {
    const content = await renderCroppedImage(picture, crop)
    if (content) onDone(content)
  }
  return (
    <Dialog title={t('crop.title')} onClose={onClose}>
      <div className={classes.crop}>
        <div
          className={classes.stage}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        >
          <canvas
            ref={stage}
            width={cropStageSizePx}
            height={cropStageSizePx}
            role="img"
            aria-label={t('crop.preview')}
          />
        </div>
        <div className={classes.ranges}>
          {(['zoom', 'x', 'y'] as const).map((key) => (
            <label key={key}>
              <span>{t(`crop.${key}`)}</span>
              <input
                type="range"
                data-autofocus={key === 'zoom' || undefined}
                min={cropRanges[key][0]}
                max={cropRanges[key][1]}
                step="any"
                disabled={isFixed[key]}
                value={crop[key]}
                onChange={({ currentTarget: { value } }) => setCrop((before) => ({ ...before, [key]: Number(value) }))}
              />
            </label>
          ))}
        </div>
      </div>
      <div className={layoutClasses.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button onClick={() => void finish()}>{t('crop.use')}</Button>
      </div>
    </Dialog>
  )
}
