import { Fragment, type ReactNode } from 'react'
import { type Mention, splitByMentions } from './mentions.ts'
import classes from './records.module.css'
import { readRichText, type TextPiece } from './rich-text.ts'

const renderMentions = (text: string, mentions: readonly Mention[]): ReactNode =>
  splitByMentions(text, mentions).map((piece, at) =>
    piece.isMention ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have their place and no other name.
      <strong key={at} className={classes.mention}>
        {piece.text}
      </strong>
    ) : (
      piece.text
    ),
  )

const renderPiece = ({ text, isBold, isItalic, href }: TextPiece, mentions: readonly Mention[]): ReactNode => {
  if (href !== undefined)
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    )
  if (isBold) return <b>{renderMentions(text, mentions)}</b>
  if (isItalic) return <i>{renderMentions(text, mentions)}</i>
  return renderMentions(text, mentions)
}

type LineProps = { pieces: readonly TextPiece[]; mentions: readonly Mention[] }

const Line = ({ pieces, mentions }: LineProps) =>
  pieces.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have their place and no other name.
    <Fragment key={at}>{renderPiece(piece, mentions)}</Fragment>
  ))

type Props = { text: string; mentions: readonly Mention[] }

/** What somebody wrote, with its lists, its emphasis and its links. All of it becomes text of elements: nothing in it is markup. */
export const FormattedText = ({ text, mentions }: Props) => (
  <div className={classes.body} translate="no">
    {readRichText(text).map((block, at) => {
      const key = `${block.kind} ${at}`
      if (block.kind === 'paragraph')
        return (
          <p key={key}>
            {block.lines.map((pieces, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paragraph have their place and no other name.
              <Fragment key={line}>
                {line > 0 && <br />}
                <Line pieces={pieces} mentions={mentions} />
              </Fragment>
            ))}
          </p>
        )
      const points = block.items.map((pieces, point) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points of a list have their place and no other name.
        <li key={point}>
          <Line pieces={pieces} mentions={mentions} />
        </li>
      ))
      return block.kind === 'bullets' ? (
        <ul key={key}>{points}</ul>
      ) : (
        <ol key={key} start={block.start}>
          {points}
        </ol>
      )
    })}
  </div>
)
