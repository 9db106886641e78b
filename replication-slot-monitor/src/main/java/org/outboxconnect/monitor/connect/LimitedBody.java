package org.outboxconnect.monitor.connect;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads a whole body, unless it is longer than anything that is expected here. */
final class LimitedBody implements BodySubscriber<byte[]> {

  private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
  private Flow.@Nullable Subscription subscription;
  private long left;
  private boolean refused;

  LimitedBody(long mostBytes) {
    this.left = mostBytes;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    whole.onSubscribe(given);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    left -= buffers.stream().mapToLong(ByteBuffer::remaining).sum();
    if (left >= 0) {
      whole.onNext(buffers);
    } else if (!refused) {
      refuse();
    }
  }

  private void refuse() {
    refused = true;
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
    whole.onError(new IOException("the answer is too long"));
  }

  @Override
  public void onError(Throwable failure) {
    if (!refused) {
      whole.onError(failure);
    }
  }

  @Override
  public void onComplete() {
    if (!refused) {
      whole.onComplete();
    }
  }
}
