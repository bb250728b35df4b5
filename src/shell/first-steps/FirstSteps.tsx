import './firstSteps.css'
import { CheckCircleFilled } from '@ant-design/icons'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { useScreenTable } from '../../navigation/screen.ts'
import { useAccount } from '../../store/account.ts'
import { useTicketsToDecide } from '../../store/useTicketsToDecide.ts'
import { AntdProvider } from '../../theme/AntdProvider.tsx'
import { ScreenIcon } from '../ScreenIcon.tsx'
import { Frame } from '../Shell.tsx'
import { firstSteps, waitsFor } from './steps.ts'

/** First page of a new organisation, in place of its herd: the next steps for the role, in the console's frame. */
export function FirstSteps() {
  return (
    <AntdProvider>
      <Frame>
        <Steps />
      </Frame>
    </AntdProvider>
  )
}

function Steps() {
  const intl = useIntl()
  const session = useSession((state) => state.session)
  const role = session?.role ?? null
  const tickets = useTicketsToDecide()
  const id = session?.organisationId ?? 0
  const isOwn = id > 0 && mayCall(endpoints.organisations.detail, role)
  const { data: organisation } = useCall(endpoints.organisations.detail, { id }, { isEnabled: isOwn, shows: inPlace })
  const steps = firstSteps({
    table: useScreenTable(),
    role,
    account: useAccount(),
    tickets,
    users: organisation?.users ?? null,
  })
  return (
    <>
      <PageHeading
        title={session?.organisationName ?? intl.formatMessage({ id: 'firstSteps.title' })}
        note={role && intl.formatMessage({ id: `role.${role}` })}
      />
      <section className="first-steps panel" aria-labelledby="first-steps">
        <h2 id="first-steps">{intl.formatMessage({ id: 'firstSteps.title' })}</h2>
        <p>{intl.formatMessage({ id: `firstSteps.waits.${waitsFor(role)}` })}</p>
        <ol>
          {steps.map(({ key, path, icon, isDone }) => (
            <li key={key} data-done={isDone || undefined}>
              <ScreenIcon name={icon} />
              <div>
                <Link to={path}>{intl.formatMessage({ id: `firstSteps.do.${key}` })}</Link>
                <p>{intl.formatMessage({ id: `firstSteps.text.${key}` }, { count: tickets })}</p>
              </div>
              {isDone && (
                <span className="first-steps-done">
                  <CheckCircleFilled aria-hidden /> {intl.formatMessage({ id: 'firstSteps.done' })}
                </span>
              )}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
