import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { Picture } from '../../form/files/Picture.tsx'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { RecordHistory } from '../../list/RecordHistory.tsx'
import { useFormats } from '../../locale/formats.ts'
import { feedbackForm } from './feedbackForm.ts'

/** A message from the app, with the answer below it. */
export function FeedbackDetails({ id }: { id: number }) {
  const { instant } = useFormats()
  const { data } = useCall(endpoints.feedback.detail, { id }, { shows: inPlace })
  return (
    <>
      {data ? (
        <FactSection titleId={undefined}>
          <Fact labelId="feedback.text">
            <bdi className="form-lines">{data.text}</bdi>
          </Fact>
          {data.imageIds.length > 0 && (
            <Fact labelId="feedback.images">
              <span className="images-input">
                {data.imageIds.map((imageId) => (
                  <Picture key={imageId} id={imageId} />
                ))}
              </span>
            </Fact>
          )}
          <Fact labelId="feedback.userName">{data.userName && <bdi>{data.userName}</bdi>}</Fact>
          <Fact labelId="feedback.contact">{data.contact && <bdi>{data.contact}</bdi>}</Fact>
          <Fact labelId="feedback.appVersion">{data.appVersion}</Fact>
          <Fact labelId="feedback.receivedAt">{instant(data.receivedAt)}</Fact>
          {data.answeredAt !== null && (
            <>
              <Fact labelId="feedback.answeredBy">{data.answeredBy && <bdi>{data.answeredBy}</bdi>}</Fact>
              <Fact labelId="feedback.answeredAt">{instant(data.answeredAt)}</Fact>
              <Fact labelId="feedback.answeredTo">{data.answeredTo && <bdi>{data.answeredTo}</bdi>}</Fact>
            </>
          )}
        </FactSection>
      ) : (
        <SkeletonLines />
      )}
      <RecordPanel form={feedbackForm} id={id} readOnly="view" />
      <RecordHistory call={endpoints.feedback.history} form={feedbackForm} id={id} />
    </>
  )
}
