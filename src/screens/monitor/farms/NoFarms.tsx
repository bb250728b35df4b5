import { useIntl } from 'react-intl'

/** Shown instead of the map when there are no farms. */
export function NoFarms({ loaded }: { loaded: boolean }) {
  const intl = useIntl()
  return (
    <section className="wall-map wall-empty" aria-busy={!loaded}>
      {loaded && (
        <div>
          <h2>{intl.formatMessage({ id: 'empty.title' })}</h2>
          <p>{intl.formatMessage({ id: 'empty.text' })}</p>
        </div>
      )}
    </section>
  )
}
